import { Argument, type Command, type Option } from 'commander'
import { sentence } from '../../shared/sentence.ts'
import { quotedWord } from '../../shared/shell-word.ts'

import type { CommandContext } from './command-context.ts'
import { EXIT } from './exit-code.ts'

/** Adds `ikigai completion` and `ikigai man`, which are made of the program's own commands and options. */
export function registerCompletion(program: Command, { output, finish }: CommandContext): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nFor bash: source <(ikigai completion bash)')
    .action((shell: Shell) => {
      output.out(COMPLETION_SCRIPTS[shell](listedCommand(program)))
      finish(EXIT.done)
    })
  program
    .command('man')
    .description('print the man page: ikigai man | man -l -')
    .action(() => {
      output.out(manPage(listedCommand(program), program.version() ?? ''))
      finish(EXIT.done)
    })
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The scripts by which shells complete the commands and options of a program; other words are completed as files. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, (program: ListedCommand) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** A command with the words that lead to it: `mcp add`. */
interface Place {
  readonly path: readonly string[]
  readonly command: ListedCommand
}

/** All commands below the program; those further down come first, so that a shell finds them before their parents. */
function placesOf(command: ListedCommand, path: readonly string[] = []): readonly Place[] {
  return command.commands.flatMap((below) => {
    const at = [...path, below.name]
    return [...placesOf(below, at), { path: at, command: below }]
  })
}

function bashScript(program: ListedCommand): string {
  const cases = placesOf(program).map(
    ({ path, command }) => `    ${pattern(path)}) words=${quotedWord(wordsOf(command).join(' '))} ;;`,
  )
  return `# Completion of ${program.name} for bash: source <(${program.name} completion bash)
_${program.name}() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
  if ((COMP_CWORD == 1)); then words=${quotedWord(wordsOf(program).join(' '))}
  else case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${cases.join('\n')}
  esac; fi
  COMPREPLY=()
  # Without a match, bash completes files.
  if [[ $word == -* ]] || ((COMP_CWORD <= 2)); then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
}
complete -o default -F _${program.name} ${program.name}
`
}

/** A pattern for typed words that begin with the path. */
const pattern = (path: readonly string[]): string => `${quotedWord(`${path.join(' ')} `)}*`

function wordsOf({ commands, options }: ListedCommand): readonly string[] {
  return [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag)]
}

function zshScript(program: ListedCommand): string {
  const cases = placesOf(program).map(
    ({ path, command }) => `    ${pattern(path)}) found=(${described(command).join(' ')}) ;;`,
  )
  return `#compdef ${program.name}
# Completion of ${program.name} for zsh: source <(${program.name} completion zsh)
_${program.name}() {
  local -a found
  if (( CURRENT == 2 )); then found=(${described(program).join(' ')})
  else case "\${(j: :)words[2,CURRENT-1]} " in
${cases.join('\n')}
  esac; fi
  if [[ $words[CURRENT] == -* ]] || (( CURRENT <= 3 )); then _describe ${program.name} found && return; fi
  _files
}
compdef _${program.name} ${program.name}
`
}

/** The words of a command with their descriptions, as `_describe` takes them. */
function described({ commands, options }: ListedCommand): readonly string[] {
  const rows = [
    ...commands.map(({ name, description }) => [name, description] as const),
    ...options.map(({ flag, description }) => [flag, description] as const),
  ]
  return rows.map(([word, description]) => quotedWord(`${word}:${description.replaceAll(':', String.raw`\:`)}`))
}

function fishScript(program: ListedCommand): string {
  const { name } = program
  const line = (condition: string, words: string, description: string): string =>
    `complete -c ${name} -n ${quotedWord(condition)} ${words} -d ${quotedWord(description)}`
  const optionLines = (condition: string, { options }: ListedCommand): readonly string[] =>
    options.map(({ flag, description }) => line(condition, `-l ${flag.slice(2)}`, description))
  const commandLines = (condition: string, { commands }: ListedCommand): readonly string[] =>
    commands.map((below) => line(condition, `-a ${below.name}`, below.description))
  const lines = placesOf(program).flatMap(({ path, command }) => {
    const condition = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    return [...optionLines(condition, command), ...commandLines(condition, command)]
  })
  const first = '__fish_use_subcommand'
  return [
    `# Completion of ${name} for fish: ${name} completion fish | source`,
    ...commandLines(first, program),
    ...optionLines(first, program),
    ...lines,
    '',
  ].join('\n')
}

/** Returns the man page of a program in roff, for `man -l`. */
export function manPage(program: ListedCommand, version: string): string {
  return [
    `.TH ${program.name.toUpperCase()} 1 "" "${program.name} ${version}"`,
    '.SH NAME',
    `${roff(program.name)} \\- ${roff(program.description)}`,
    '.SH SYNOPSIS',
    `.B ${roff(program.name)}`,
    'COMMAND [OPTIONS]',
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => commandLines(command, [program.name])),
    '',
  ].join('\n')
}

function commandLines(command: ListedCommand, path: readonly string[]): readonly string[] {
  const words = [...path, command.name]
  return [
    `.SS "${roff([...words, command.usage].join(' ').trim())}"`,
    roff(sentence(command.description)),
    ...command.options.flatMap(optionLines),
    ...command.commands.flatMap((below) => commandLines(below, words)),
  ]
}

function optionLines({ usage, description }: ListedOption): readonly string[] {
  return ['.TP', `.B ${roff(usage)}`, roff(sentence(description))]
}

/** Escapes what roff reads as a request or as a character of its own. */
function roff(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('"', String.raw`\(dq`)
  return /^[.']/.test(escaped) ? String.raw`\&` + escaped : escaped
}

interface ListedOption {
  /** As typed: `--model`. */
  readonly flag: string
  /** With its value: `--model <model>`. */
  readonly usage: string
  readonly description: string
}

/** A command of `ikigai` as its completion and its man page show it. */
interface ListedCommand {
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
