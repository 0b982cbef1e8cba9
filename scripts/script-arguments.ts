import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { errorMessage } from '../src/shared/result.ts'

/** What a script takes, beside `--help` and `-h`. Names of options are written without dashes. */
interface ScriptOptions {
  /** Options without values. */
  readonly flags?: readonly string[]
  /** Options with a value. */
  readonly values?: readonly string[]
  /** The most positional arguments; missing: none. */
  readonly positionals?: number
}

interface ScriptArguments {
  /** Names of the flags that were given. */
  readonly flags: ReadonlySet<string>
  /** The last value of each option that was given. */
  readonly values: ReadonlyMap<string, string>
  readonly positionals: readonly string[]
}

/** What `readScriptArguments` found: arguments, or a text for the terminal with the exit code of the script. */
type ReadArguments = { readonly arguments: ScriptArguments } | { readonly text: string; readonly exitCode: 0 | 2 }

/**
 * Reads the arguments of a script. `--help` and `-h` answer with `usage`. Unknown options, too many positional arguments
 * and values that begin with a dash are refused: a folder called `--help` was once made out of a mistyped option.
 */
export function readScriptArguments(
  usage: string,
  { flags = [], values = [], positionals: most = 0 }: ScriptOptions,
  args: readonly string[] = process.argv.slice(2),
): ReadArguments {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } }
  for (const flag of flags) options[flag] = { type: 'boolean' }
  for (const name of values) options[name] = { type: 'string' }
  try {
    const { values: given, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (given['help'] === true) return { text: usage, exitCode: 0 }
    const texts = Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    const dashed = [...positionals, ...texts.map(([, value]) => value)].find((value) => value.startsWith('-'))
    if (dashed !== undefined) return refusal(`'${dashed}' begins with a dash. Write ./${dashed} to name a file.`, usage)
    const extra = positionals[most]
    if (extra !== undefined) return refusal(`'${extra}' is one argument too many.`, usage)
    const named = Object.keys(given).filter((name) => given[name] === true)
    return { arguments: { flags: new Set(named), values: new Map(texts), positionals } }
  } catch (error) {
    return refusal(errorMessage(error), usage)
  }
}

/** Returns the arguments, or prints the usage or the refusal and ends the process. */
export function scriptArguments(usage: string, options: ScriptOptions = {}): ScriptArguments {
  const read = readScriptArguments(usage, options)
  if ('arguments' in read) return read.arguments
  if (read.exitCode === 0) console.log(read.text)
  else console.error(read.text)
  process.exit(read.exitCode)
}

function refusal(reason: string, usage: string): ReadArguments {
  return { text: `${reason}\n\n${usage}`, exitCode: 2 }
}
