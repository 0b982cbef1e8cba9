import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { errorMessage } from '../src/shared/result.ts'

interface ScriptArguments {
  /** Names of the options that were given. */
  readonly flags: ReadonlySet<string>
  readonly positionals: readonly string[]
}

/** What `readScriptArguments` found: arguments, or a text for the terminal with the exit code of the script. */
type ReadArguments = { readonly arguments: ScriptArguments } | { readonly text: string; readonly exitCode: 0 | 2 }

/**
 * Reads the arguments of a script. `--help` and `-h` answer with `usage`. Unknown options and positional arguments that
 * begin with a dash are refused: a folder called `--help` was once made out of a mistyped option.
 *
 * `flags`: names of the script's options without values, without dashes.
 */
export function readScriptArguments(
  usage: string,
  flags: readonly string[],
  args: readonly string[] = process.argv.slice(2),
): ReadArguments {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } }
  for (const flag of flags) options[flag] = { type: 'boolean' }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (values['help'] === true) return { text: usage, exitCode: 0 }
    const dashed = positionals.find((positional) => positional.startsWith('-'))
    if (dashed !== undefined) return refusal(`'${dashed}' begins with a dash. Write ./${dashed} to name a file.`, usage)
    return { arguments: { flags: new Set(Object.keys(values)), positionals } }
  } catch (error) {
    return refusal(errorMessage(error), usage)
  }
}

/** Returns the arguments, or prints the usage or the refusal and ends the process. */
export function scriptArguments(usage: string, flags: readonly string[] = []): ScriptArguments {
  const read = readScriptArguments(usage, flags)
  if ('arguments' in read) return read.arguments
  if (read.exitCode === 0) console.log(read.text)
  else console.error(read.text)
  process.exit(read.exitCode)
}

function refusal(reason: string, usage: string): ReadArguments {
  return { text: `${reason}\n\n${usage}`, exitCode: 2 }
}
