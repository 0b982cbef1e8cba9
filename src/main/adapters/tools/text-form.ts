import { LineEnds } from './line-ends.ts'

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** How a file stores its text, apart from the text itself. */
export interface TextForm {
  readonly encoding: TextEncoding
  /** Whether the file begins with a byte order mark. Files in UTF-16 always do here: without it they are not recognised. */
  readonly hasMark: boolean
}

interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string
  readonly form: TextForm
  /** False if the bytes are not valid in the encoding. Invalid ones are U+FFFD in `text`, so it must not be written back. */
  readonly isValid: boolean
}

/** A file that does not exist yet is made in this form. */
export const NEW_FILE_FORM: TextForm = { encoding: 'utf-8', hasMark: false }

const MARK = '\uFEFF'
const MARKS: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** Encodings that are recognised, but not read. Their marks are compared first: one of them begins like that of UTF-16. */
const OTHER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['UTF-32LE', [0xff, 0xfe, 0, 0]],
  ['UTF-32BE', [0, 0, 0xfe, 0xff]],
]

const HEAD_FOR_TYPE = 8_192

/** Decodes the text of a file. Null: the bytes are binary, or text in an encoding that is not read. */
export function decodeText(bytes: Buffer): DecodedText | null {
  if (unreadEncoding(bytes) !== null) return null
  const encoding = MARKS.find(([, mark]) => beginsWith(bytes, mark))?.[0]
  if (encoding === undefined && looksBinary(bytes)) return null
  const form: TextForm = { encoding: encoding ?? 'utf-8', hasMark: encoding !== undefined }
  try {
    return { text: new TextDecoder(form.encoding, { fatal: true }).decode(bytes), form, isValid: true }
  } catch {
    return { text: new TextDecoder(form.encoding).decode(bytes), form, isValid: false }
  }
}

/** Encodes a text as the file had it. A mark at the beginning of the text is the file's mark, not a second one. */
export function encodeText(text: string, { encoding, hasMark }: TextForm): Buffer {
  const marked = hasMark && !text.startsWith(MARK) ? MARK + text : text
  if (encoding === 'utf-8') return Buffer.from(marked, 'utf8')
  const bytes = Buffer.from(marked, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

/**
 * Returns the text that replaces all of a file: where the text has no carriage returns and the file ends every line in
 * the same other way, lines end as in the file.
 */
export function withLineEndsFrom(text: string, before: string): string {
  const end = text.includes('\r') ? null : new LineEnds(before).only
  return end === null || end === '\n' ? text : text.replaceAll('\n', end)
}

/** Returns the name of an encoding that is recognised, but not read; null: another one, or binary. */
export function unreadEncoding(bytes: Buffer): string | null {
  const marked = OTHER_MARKS.find(([, mark]) => beginsWith(bytes, mark))?.[0]
  return marked ?? (MARKS.some(([, mark]) => beginsWith(bytes, mark)) ? null : unmarkedUtf16(bytes))
}

/** Describes what of the form is worth a word to a model; null: nothing. */
export function formNote({ encoding, hasMark }: TextForm): string | null {
  if (encoding !== 'utf-8') return encoding.toUpperCase()
  return hasMark ? 'UTF-8 with a byte order mark' : null
}

/** Text without a mark in which nearly every second byte is zero, as in UTF-16 with Latin letters. */
function unmarkedUtf16(bytes: Buffer): string | null {
  const head = bytes.subarray(0, HEAD_FOR_TYPE)
  if (head.length < 4 || bytes.length % 2 !== 0) return null
  const zeros: [number, number] = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1
  const most = head.length / 2
  if (zeros[0] === 0 && zeros[1] > most * 0.7) return 'UTF-16LE'
  return zeros[1] === 0 && zeros[0] > most * 0.7 ? 'UTF-16BE' : null
}

function beginsWith(bytes: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}

/** Returns whether there is a zero byte near the beginning, which text does not contain. */
export function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, HEAD_FOR_TYPE).includes(0)
}
