import type { EventId } from '../../shared/ids.ts'

/** An answer in the result of a comparison. */
export interface ResultAnswer {
  /** The agent's name. */
  readonly name: string
  readonly model: string
  /** The events of the answer; empty if it has not answered. */
  readonly eventIds: readonly EventId[]
}

export interface ComparisonResult {
  readonly prompt: string
  readonly chosen: ResultAnswer & { readonly text: string }
  readonly others: readonly ResultAnswer[]
}

const QUOTED_PROMPT = 160
const QUOTED_ANSWER = 600

/**
 * Returns the mail to the parent with the result of a comparison. It refers to the events that contain the full
 * answers. It is a single line, because a command is one line (docs/behaviour/commands.md#lines).
 */
export function resultMail({ prompt, chosen, others }: ComparisonResult): string {
  const against = others.map(described).join(', ')
  return oneLine(
    `Result of comparing answers to “${shortened(prompt, QUOTED_PROMPT)}”: ${described(chosen)}` +
      `${against === '' ? '' : `, over ${against}`}. It says: “${shortened(chosen.text, QUOTED_ANSWER)}”`,
  )
}

/** Returns a text as one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function described({ name, model, eventIds }: ResultAnswer): string {
  const events = eventIds.map((id) => `#${id}`).join(', ')
  const where = eventIds.length === 0 ? 'no answer' : `${eventIds.length === 1 ? 'event' : 'events'} ${events}`
  return `${name} (${model}, ${where})`
}

function shortened(text: string, length: number): string {
  const line = oneLine(text)
  return line.length <= length ? line : `${line.slice(0, length).trimEnd()}…`
}
