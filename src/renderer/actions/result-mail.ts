import type { EventId } from '../../shared/ids.ts'

/** An answer that takes part in a result. */
export interface ResultAnswer {
  /** What the agent is called. */
  readonly name: string
  readonly model: string
  /** The events that hold the answer; empty: it has not answered. */
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
 * The mail that tells a parent what a comparison came to. It names the events, where the whole answers stand. One line,
 * because a command is a line (docs/behaviour/commands.md#lines).
 */
export function resultMail({ prompt, chosen, others }: ComparisonResult): string {
  const against = others.map(described).join(', ')
  return oneLine(
    `Result of comparing answers to “${shortened(prompt, QUOTED_PROMPT)}”: ${described(chosen)}` +
      `${against === '' ? '' : `, over ${against}`}. It says: “${shortened(chosen.text, QUOTED_ANSWER)}”`,
  )
}

/** A text as one line. */
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
