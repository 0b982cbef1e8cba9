import { text } from 'node:stream/consumers'

import { parseInput } from '../../shared/slash-commands.ts'

/** An argument of `ikigai run`. */
export interface RunLine {
  readonly text: string
  /** It came from stdin: it is never a command, whatever it begins with. */
  readonly isText: boolean
}

/**
 * The lines of `ikigai run`: `-` stands for all that stdin says, which may be longer than an argument can be. A prompt
 * directly before `-` and what stdin says are one prompt: the question, a blank line, the text.
 */
export async function typedLines(
  typed: readonly string[],
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<readonly RunLine[]> {
  const said = typed.includes('-') ? await text(stdin) : ''
  const lines: RunLine[] = []
  for (const argument of typed) {
    const before = lines.at(-1)
    if (argument !== '-') lines.push({ text: argument, isText: false })
    else lines.splice(-1, 1, ...withText(before, said))
  }
  return lines
}

function withText(before: RunLine | undefined, said: string): readonly RunLine[] {
  const question = before === undefined || before.isText ? null : promptOf(before.text)
  if (question === null) return [...(before === undefined ? [] : [before]), { text: said, isText: true }]
  return [{ text: said.trim() === '' ? question : `${question}\n\n${said}`, isText: true }]
}

/** The prompt that a typed line is; null: it is a command, a script, or cannot be read. */
function promptOf(line: string): string | null {
  const parsed = parseInput(line)
  const [step, ...others] = parsed.ok ? parsed.steps : []
  return step?.type === 'prompt' && others.length === 0 ? step.text : null
}
