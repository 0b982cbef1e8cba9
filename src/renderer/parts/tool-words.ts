import { texts } from '../text/texts.ts'
import { shortArguments } from './tool-arguments.ts'

const { verbs } = texts.parts.tool

/** What the built-in tools do, and the argument that says to what. */
const TOOLS = {
  bash: { verb: 'run', object: 'command' },
  file_read: { verb: 'read', object: 'path' },
  file_write: { verb: 'write', object: 'path' },
  file_edit: { verb: 'edit', object: 'path' },
  grep: { verb: 'search', object: 'pattern' },
  glob: { verb: 'find', object: 'pattern' },
  web_fetch: { verb: 'fetch', object: 'url' },
} as const

type KnownTool = keyof typeof TOOLS

function isKnown(name: string): name is KnownTool {
  return Object.hasOwn(TOOLS, name)
}

/** Returns what a tool did, `Edited`, or would do if it did not run to its end, `Edit`; its name for other tools. */
export function toolVerb(name: string, isFinished: boolean): string {
  if (!isKnown(name)) return name
  const { plain, past } = verbs[TOOLS[name].verb]
  return isFinished ? past : plain
}

/** Returns whether the object of a call says what it does: a command. */
export function isPlain(name: string): boolean {
  return name === 'bash'
}

/** Returns what a call is about, on one line: its main argument, or all of them for tools that are not built in. */
export function toolObject(name: string, argumentsText: string): string {
  if (!isKnown(name)) return shortArguments(argumentsText)
  return shortArguments(mainArgument(argumentsText, TOOLS[name].object) ?? argumentsText)
}

/** Returns a JSON text with nothing but this argument; null: it has none that is a text. */
function mainArgument(argumentsText: string, key: string): string | null {
  try {
    const values: unknown = JSON.parse(argumentsText)
    if (typeof values !== 'object' || values === null) return null
    const value: unknown = Object.entries(values).find(([each]) => each === key)?.[1]
    return typeof value === 'string' ? JSON.stringify([value]) : null
  } catch {
    return null
  }
}

/** The line that the shell tool adds to what was printed; notes may follow. */
const EXIT_CODE = /^\[exit code (\d+)\]$/gm

/** Returns the exit code with which a command of the shell ended; null: another tool, or it ended otherwise. */
export function exitCode(name: string, output: string): number | null {
  const code = isPlain(name) ? [...output.matchAll(EXIT_CODE)].at(-1)?.[1] : undefined
  return code === undefined ? null : Number(code)
}
