import { parseCommandLine } from '../../shared/slash-commands.ts'

export interface TextChange {
  readonly before: string
  readonly after: string
  /** Position of the cursor after the change, at the end of the inserted text. UTF-16 units. */
  readonly cursor: number
}

/** Longer pasted texts become an attachment. */
const LONG_PASTE = { characters: 2_000, lines: 40 }

/**
 * Longer texts are no text of a box, however they come there: a browser lays out all of a text box with each change,
 * which takes seconds for a megabyte. UTF-16 units.
 */
export const MAX_BOX_TEXT = 50_000

export function isLongPaste(text: string): boolean {
  return text.length > LONG_PASTE.characters || text.split('\n').length > LONG_PASTE.lines
}

/** Values of `InputEvent.inputType` for text that was not typed (W3C, Input Events Level 2, § 4.1.2). */
const FROM_ELSEWHERE = new Set(['insertFromPaste', 'insertFromPasteAsQuotation', 'insertFromDrop', 'insertFromYank'])

/** Returns how a text box was changed according to the browser; empty if not known. */
export function inputTypeOf(event: Event): string {
  return event instanceof InputEvent ? event.inputType : ''
}

/**
 * Returns whether a change turns the whole content of the box into plain text: the pasted or dropped text contains line
 * breaks, or a line begins in it. Text pasted as the argument of a typed command, or into the middle of a line, does
 * not.
 */
export function makesText(inputType: string, { before, after, cursor }: TextChange): boolean {
  if (!FROM_ELSEWHERE.has(inputType)) return false
  const behind = after.length - cursor
  const replaced = before.slice(0, Math.max(0, before.length - behind))
  const start = commonLength(replaced, after.slice(0, cursor))
  if (/[\r\n\u2028\u2029]/u.test(after.slice(start, cursor))) return true
  const line = after.slice(after.lastIndexOf('\n', start - 1) + 1, start)
  if (line.trim() === '') return true
  return line.startsWith('/') && (parseCommandLine(line) === null || !/\s/u.test(line))
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
