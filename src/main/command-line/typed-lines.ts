import { buffer } from 'node:stream/consumers'

import { parseInput } from '../../shared/slash-commands.ts'

/** An argument of `ikigai run`. */
export interface RunLine {
  readonly text: string
  /** The text came from stdin, so it is never a command, whatever it starts with. */
  readonly isText: boolean
}

/**
 * Returns the lines of `ikigai run`. `-` is replaced by all of stdin, which may be longer than an argument. A prompt
 * directly before `-` and the text of stdin form one prompt: the question, a blank line, the text. `onNote` is called
 * with what the user should know about the text.
 */
export async function typedLines(
  typed: readonly string[],
  stdin: NodeJS.ReadableStream = process.stdin,
  onNote: (note: string) => void = () => undefined,
): Promise<readonly RunLine[]> {
  const { input, note } = decoded(typed.includes('-') ? await buffer(stdin) : Buffer.alloc(0))
  if (note !== null) onNote(note)
  const lines: RunLine[] = []
  for (const argument of typed) {
    const before = lines.at(-1)
    if (argument !== '-') lines.push({ text: argument, isText: false })
    else lines.splice(-1, 1, ...withText(before, input))
  }
  return lines
}

const REPLACED = '\ufffd'

/** UTF-16 is read by its mark. Bytes that are not UTF-8 become U+FFFD, which is said. */
function decoded(bytes: Buffer): { readonly input: string; readonly note: string | null } {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) return { input: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), note: null }
  const input = new TextDecoder().decode(bytes)
  if (Buffer.from(input).equals(bytes.subarray(bytes.length - Buffer.byteLength(input)))) return { input, note: null }
  const place = Buffer.byteLength(input.slice(0, input.indexOf(REPLACED)))
  const count = input.split(REPLACED).length - 1
  return {
    input,
    note: `The text on stdin is not UTF-8: the model sees ${REPLACED} in ${count} ${count === 1 ? 'place' : 'places'}, the first after ${place} bytes. Convert it, for example with iconv -f LATIN1 -t UTF-8, or attach the file with --attach.`,
  }
}

function withText(before: RunLine | undefined, input: string): readonly RunLine[] {
  const question = before === undefined || before.isText ? null : promptOf(before.text)
  if (question === null) return [...(before === undefined ? [] : [before]), { text: input, isText: true }]
  return [{ text: input.trim() === '' ? question : `${question}\n\n${input}`, isText: true }]
}

/** Returns the prompt of a typed line; null: it is a command, a script, or invalid. */
function promptOf(line: string): string | null {
  const parsed = parseInput(line)
  const [step, ...others] = parsed.ok ? parsed.steps : []
  return step?.type === 'prompt' && others.length === 0 ? step.text : null
}
