import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import { jsonAnswer } from '../../shared/json-answer.ts'
import type { Output } from '../process-output.ts'
import type { FeedPrinter } from './print-events.ts'

/** Prints an agent's final answer as JSON on stdout, and nothing else there. */
export class SchemaPrinter implements FeedPrinter {
  readonly #output: Output
  readonly #agentId: AgentId
  readonly #notes: FeedPrinter
  #answer = ''

  /** `notesTo` creates the printer for everything else, which gets an output without stdout. */
  constructor(output: Output, agentId: AgentId, notesTo: (output: Output) => FeedPrinter) {
    this.#output = output
    this.#agentId = agentId
    this.#notes = notesTo({ out: () => undefined, error: (text, style) => output.error(text, style) })
  }

  print: FeedPrinter['print'] = (agentId, item) => {
    if (item.type === 'recorded') this.#see(item.event)
    this.#notes.print(agentId, item)
  }

  note(agentId: AgentId, note: string): void {
    this.#notes.note(agentId, note)
  }

  /** Prints the last answer. Call this once its turn has completed, so that it follows the schema. */
  end(): void {
    const json = jsonAnswer(this.#answer)
    if (json !== null) this.#output.out(`${json.text}\n`)
  }

  #see(event: AgentEvent): void {
    if (event.kind === 'assistant' && event.agentId === this.#agentId) this.#answer = event.content ?? ''
  }
}
