import type { Draft } from '../../shared/contract.ts'
import { parseCommandLine, readsAsPrompt } from '../../shared/slash-commands.ts'

export interface TextChange {
  readonly before: string
  readonly after: string
  /** Where the cursor is afterwards, UTF-16 units: behind what was put in. */
  readonly cursor: number
}

/** `InputEvent.inputType` of what comes from elsewhere (W3C, Input Events Level 2, § 4.1.2). */
const FROM_ELSEWHERE = new Set(['insertFromPaste', 'insertFromPasteAsQuotation', 'insertFromDrop', 'insertFromYank'])

/** How the browser says that a text box was changed; empty where it does not. */
export function inputTypeOf(event: Event): string {
  return event instanceof InputEvent ? event.inputType : ''
}

/**
 * Whether a change makes all that stands in the box text: something was pasted or dropped that brought lines of its own,
 * or in which a line begins. Only the argument of a command that was typed, or the middle of a line, may be pasted.
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

/** Whether it matters that a text is sent as text: typed, it would run a command, be refused, or lose a slash. */
export function isTextOnly({ text, asText }: Draft): boolean {
  return asText && text.trim() !== '' && !readsAsPrompt(text)
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
