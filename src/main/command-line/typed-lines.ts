import { text } from 'node:stream/consumers'

import { parseInput } from '../../shared/slash-commands.ts'

/** An argument of `ikigai run`. */
export interface RunLine {
  readonly text: string
  /** The text came from stdin, so it is never a command, whatever it starts with. */
  readonly isText: boolean
}

/**
 * Returns the lines of `ikigai run`. `-` is replaced by all of stdin, which may be longer than an argument. A prompt
 * directly before `-` and the text of stdin form one prompt: the question, a blank line, the text.
 */
export async function typedLines(
  typed: readonly string[],
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<readonly RunLine[]> {
  const input = typed.includes('-') ? await text(stdin) : ''
  const lines: RunLine[] = []
  for (const argument of typed) {
    const before = lines.at(-1)
    if (argument !== '-') lines.push({ text: argument, isText: false })
    else lines.splice(-1, 1, ...withText(before, input))
  }
  return lines
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
