import type { Command, Option } from 'commander'

export interface ListedOption {
  /** As typed: `--model`. */
  readonly flag: string
  /** With its value: `--model <model>`. */
  readonly usage: string
  readonly description: string
}

/** A command of `ikigai` as its completion and its man page show it. */
export interface ListedCommand {
  readonly name: string
  /** Its arguments: `<folder>`. */
  readonly usage: string
  readonly description: string
  readonly options: readonly ListedOption[]
  readonly commands: readonly ListedCommand[]
}

/** Lists a command with its options and the commands below it, from the program itself. */
export function listedCommand(command: Command): ListedCommand {
  const help = command.createHelp()
  return {
    name: command.name(),
    usage: command.registeredArguments.map(argumentUsage).join(' '),
    description: command.description(),
    options: help.visibleOptions(command).flatMap(listedOption),
    commands: help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .map(listedCommand),
  }
}

function listedOption({ long, flags, description }: Option): readonly ListedOption[] {
  return long === undefined || long === null ? [] : [{ flag: long, usage: flags, description }]
}

function argumentUsage(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}
