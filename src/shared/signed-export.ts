import { hexToBase64 } from './base64.ts'
import { parseSignedNote } from './signed-head.ts'

/** What of an export is signed (docs/import-format.md#hashes). */
export interface ExportEnd {
  /** Lines up to the one that ends the chains, which is included. */
  readonly lines: number
  /** The hash of that line. */
  readonly head: string
}

/** Who signs an export of a log, for a signed note of C2SP. `log`: the origin of its heads. */
export function exportOrigin(log: string): string {
  return `${log}/export`
}

/** Returns the text that is signed. */
export function exportNoteText(origin: string, { lines, head }: ExportEnd): string {
  return `${origin}\n${lines}\n${hexToBase64(head)}\n`
}

/** Whether a signed note is about an export that ends so; its signature is checked elsewhere. */
export function isNoteOf(note: string, { lines, head }: ExportEnd): boolean {
  const said = parseSignedNote(note)
  return (
    said !== null && said.origin.endsWith(exportOrigin('')) && said.size === lines && said.root === hexToBase64(head)
  )
}
