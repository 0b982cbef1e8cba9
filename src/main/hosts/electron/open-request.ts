import { isAbsolute, resolve } from 'node:path'

/** What the system asks the app to open: a link to an agent, or a file with a log. */
export type OpenRequest =
  | { readonly type: 'agent'; readonly prefix: string }
  | { readonly type: 'file'; readonly path: string }

/** electron-builder.config.ts tells the systems the same; some go by what follows the last point. */
const LINK = /^ikigai:\/\/agent\/([0-9a-f][0-9a-f-]{2,35})\/?$/
const FILE = /\.jsonl$/i

/**
 * Returns what a command line or an event of the system asks to open; null: nothing. A link comes from any page and can only
 * show an agent; a file is only offered for import.
 */
export function openRequestIn(args: readonly string[], workingDirectory: string): OpenRequest | null {
  for (const arg of args) {
    const prefix = LINK.exec(arg)?.[1]
    if (prefix !== undefined) return { type: 'agent', prefix }
    if (FILE.test(arg) && !arg.startsWith('-') && !arg.includes('://')) {
      return { type: 'file', path: isAbsolute(arg) ? arg : resolve(workingDirectory, arg) }
    }
  }
  return null
}
