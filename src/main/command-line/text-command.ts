import { Command, type CommanderError, type ErrorOptions, type ParseOptionsResult } from 'commander'

/** Precedes a text that only looks like an option. No argument of a process contains it. */
const MARK = '\0'

/**
 * A command whose arguments may be texts that begin with a dash, such as a list: what has white space before any `=` is
 * a text, because no option has. The value of an option is left as it is.
 */
export class TextCommand extends Command {
  override createCommand(name?: string): Command {
    return new TextCommand(name)
  }

  override parseOptions(args: string[]): ParseOptionsResult {
    const end = args.indexOf('--')
    const marked = args.map((arg, index) => {
      const isText = TEXT.test(arg) && (end === -1 || index < end) && !this.#takesValue(args[index - 1])
      return isText ? MARK + arg : arg
    })
    const { operands, unknown } = super.parseOptions(marked)
    return { operands: operands.map(unmarked), unknown: unknown.map(unmarked) }
  }

  /** A missing argument may have been taken for the value of an option: says which values the options took. */
  override error(message: string, options?: ErrorOptions): never {
    const taken = options?.code === 'commander.missingArgument' ? this.#takenValues() : []
    return super.error(taken.length === 0 ? message : `${message} (${taken.join('; ')})`, options)
  }

  #takenValues(): readonly string[] {
    return this.options.flatMap((option) => {
      const name = option.attributeName()
      const value: unknown = this.getOptionValue(name)
      const values = [value].flat().filter((each) => typeof each === 'string' || typeof each === 'number')
      const isTyped = this.getOptionValueSource(name) === 'cli' && values.length > 0
      return isTyped ? [`${option.long} took ${values.map((each) => `"${each}"`).join(', ')}`] : []
    })
  }

  #takesValue(arg: string | undefined): boolean {
    return (
      arg !== undefined &&
      this.options.some((option) => option.required && (option.short === arg || option.long === arg))
    )
  }
}

const TEXT = /^-[^=]*?\s/

function unmarked(arg: string): string {
  return arg.startsWith(MARK) ? arg.slice(MARK.length) : arg
}

/** Returns what to add to the message of the parser; null: nothing. */
export function parsingHint(error: CommanderError): string | null {
  return error.code === 'commander.unknownOption' ? DASHED_TEXT : null
}

const DASHED_TEXT =
  'A text that begins with a dash goes behind --, as in: ikigai run --model MODEL -- "-5 degrees: is that cold?"'
