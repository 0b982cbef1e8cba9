import type { AgentEventOf } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import { jsonAnswer } from '../../shared/json-answer.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Output } from '../process-output.ts'
import type { ModelWish } from './model-flags.ts'
import { failureLine, type AnsweredCommand, type FeedPrinter, recordedLine } from './print-events.ts'

/** How an answer is printed; null: there is nothing to print. */
type AnswerText = (answer: AgentEventOf<'assistant'>) => string | null

/** `schema`: the JSON in its text. `text`: its text. `json`: the whole event, in the format of the command line. */
const ANSWER_TEXTS = {
  schema: ({ content }) => jsonAnswer(content ?? '')?.text ?? null,
  text: ({ content }) => content,
  json: (answer) => jsonText(recordedLine(answer)),
} as const satisfies Readonly<Record<string, AnswerText>>

export interface AnswerWishes {
  readonly wish: ModelWish
  /** Prints every event as a line of JSON. */
  readonly json: boolean
  /** Prints only the final answer on stdout, in this form; null: the texts of all answers as they arrive. */
  readonly answerAs: 'text' | 'json' | null
  /** Prints only failures on stderr. */
  readonly quiet: boolean
}

/** Returns the printer of the final answer; null: more than that is printed on stdout. */
export function answerPrinter(
  { wish, json, answerAs, quiet }: AnswerWishes,
  agentId: AgentId,
  output: Output,
  textPrinter: (output: Output) => FeedPrinter,
): AnswerPrinter | null {
  const form = wish.options.schema !== undefined && answerAs !== 'json' ? 'schema' : answerAs
  if (json || form === null) return null
  // Everything else goes to a printer without stdout.
  const others = { out: () => undefined, error: output.error.bind(output) }
  return new AnswerPrinter(output, agentId, form, quiet ? quietPrinter(others) : textPrinter(others))
}

/**
 * Prints an agent's final answer on stdout, and before it the answers of commands: as objects too, or as text. Where the
 * answer follows a schema, stdout has nothing but it.
 */
class AnswerPrinter implements FeedPrinter {
  readonly #output: Output
  readonly #agentId: AgentId
  readonly #form: keyof typeof ANSWER_TEXTS
  readonly #notes: FeedPrinter
  #answer: AgentEventOf<'assistant'> | null = null

  constructor(output: Output, agentId: AgentId, form: keyof typeof ANSWER_TEXTS, notes: FeedPrinter) {
    this.#output = output
    this.#agentId = agentId
    this.#form = form
    this.#notes = notes
  }

  print: FeedPrinter['print'] = (agentId, item) => {
    if (item.type === 'recorded' && item.event.kind === 'assistant' && agentId === this.#agentId) {
      this.#answer = item.event
    }
    this.#notes.print(agentId, item)
  }

  answered(command: AnsweredCommand): void {
    const { agentId, line, answer } = command
    const event = { agent: agentId, kind: 'command', content: line, data: { answer, ok: true } }
    if (this.#form === 'schema') this.#output.error(`${answer}\n`)
    else this.#output.out(`${this.#form === 'json' ? jsonText(event) : answer}\n`)
  }

  /** Prints the last answer. Call this once its turn has completed, so that it is whole and follows a schema. */
  end(): void {
    const text = this.#answer === null ? null : ANSWER_TEXTS[this.#form](this.#answer)
    if (text !== null) this.#output.out(text.endsWith('\n') ? text : `${text}\n`)
  }
}

/** Prints failures, and no other events. */
function quietPrinter(output: Output): FeedPrinter {
  return {
    print(_agentId, item) {
      if (item.type !== 'live' || item.event.type !== 'error') return
      output.error(failureLine(item.event.error))
    },
    answered: () => undefined,
  }
}
