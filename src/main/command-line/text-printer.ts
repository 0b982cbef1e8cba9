import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import { SettledStream } from '../../shared/settled-stream.ts'
import type { LiveEvent } from '../../shared/stream-event.ts'
import type { Output } from '../process-output.ts'
import { linkNote, missingServerNotes, plainNotes, refusedOptionNotes, retryNote, toolNote } from './notes.ts'
import type { AnsweredCommand, FeedPrinter } from './print-events.ts'

export interface TextPrinterOptions {
  /** Returns an agent's display name, for output of several agents. */
  readonly nameOf: (agentId: AgentId) => string
  /** Returns the model assigned to the agent, which may be a pool of several. Null: unknown. */
  readonly modelOf: (agentId: AgentId) => string | null
  readonly showsThinking: boolean
  /** Absolute; paths in it are printed with `~`. */
  readonly homeDirectory: string
  /** ms since the epoch. */
  readonly now: () => number
}

type Delta = Extract<LiveEvent, { type: 'text_delta' | 'thinking_delta' }>

/** A sequence of deltas of one block of one message. */
interface Passage {
  readonly agentId: AgentId
  readonly type: Delta['type']
  readonly blockIndex: number
}

/**
 * Prints the events of agents for the user: the text of responses on stdout as it arrives, everything else on stderr. A
 * blank line separates messages and blocks. One agent's message is printed at a time: text of other agents follows
 * after it.
 */
export class TextPrinter implements FeedPrinter {
  readonly #output: Output
  readonly #options: TextPrinterOptions
  readonly #agents = new Set<AgentId>()
  readonly #streams = new Map<AgentId, SettledStream>()
  readonly #waiting = new Map<AgentId, Delta[]>()
  readonly #noted = new Set<string>()
  /** Agents of whose running message text has streamed. */
  readonly #streamed = new Set<AgentId>()
  /** Answers of commands that came within a message. */
  #answers: string[] = []
  /** Agents whose waiting message is complete. */
  readonly #whole = new Set<AgentId>()
  #speaker: AgentId | null = null
  #passage: Passage | null = null
  /** State of stdout: nothing printed, an unfinished line, or a complete line. */
  #stdout: 'empty' | 'open' | 'closed' = 'empty'
  /** The stream whose line on the terminal is unfinished. */
  #openLine: 'none' | 'stdout' | 'stderr' = 'none'
  /** The agent whose text was printed last. */
  #lastSpeaker: AgentId | null = null

  constructor(output: Output, options: TextPrinterOptions) {
    this.#output = output
    this.#options = options
  }

  print(agentId: AgentId, item: AgentFeedItem): void {
    if (item.type === 'recorded') this.#recorded(agentId, item.event)
    if (item.type === 'live') for (const event of this.#streamOf(agentId).push(item.event)) this.#live(agentId, event)
  }

  #streamOf(agentId: AgentId): SettledStream {
    const stream = this.#streams.get(agentId) ?? new SettledStream()
    this.#streams.set(agentId, stream)
    return stream
  }

  /** Waits for the end of the message that is being printed. */
  answered({ answer }: AnsweredCommand): void {
    this.#answers.push(answer)
    if (this.#speaker === null) this.#printAnswers()
  }

  #printAnswers(): void {
    if (this.#answers.length === 0) return
    this.#closeLine()
    this.#output.out(
      this.#answers
        .splice(0)
        .map((answer) => `${answer}\n`)
        .join(''),
    )
  }

  #recorded(agentId: AgentId, event: AgentEvent): void {
    this.#agents.add(agentId)
    if (event.kind === 'assistant' || event.kind === 'interrupted') {
      for (const settled of this.#streamOf(agentId).settle()) this.#live(agentId, settled)
      this.#sayUnstreamed(agentId, event)
      this.#endMessage(agentId)
    }
    const note = toolNote(event)
    if (note !== null) this.#note(agentId, note)
    for (const text of [...refusedOptionNotes(event), ...plainNotes(event)]) this.#noteOnce(agentId, text)
    for (const text of missingServerNotes(event)) this.#note(agentId, text)
  }

  #live(agentId: AgentId, event: LiveEvent): void {
    this.#agents.add(agentId)
    if (event.type === 'text_delta') this.#streamed.add(agentId)
    if (event.type === 'text_delta' || event.type === 'thinking_delta') return this.#say(agentId, event)
    if (event.type === 'start') this.#streamed.delete(agentId)
    if (event.type === 'start' || event.type === 'done' || event.type === 'error' || event.type === 'turn_ended') {
      this.#endMessage(agentId)
    }
    const note = this.#noteFor(agentId, event)
    if (note === null) return
    if (event.type === 'retrying' && event.error.category === 'LOADING') this.#noteOnce(agentId, note)
    else this.#note(agentId, note)
  }

  /** An answer of which nothing streamed, because another engine made it. */
  #sayUnstreamed(agentId: AgentId, { content }: AgentEvent): void {
    const isStreamed = this.#streamed.delete(agentId)
    if (!isStreamed && content !== null && content !== '') {
      this.#say(agentId, { type: 'text_delta', blockIndex: -1, text: content })
    }
  }

  #noteFor(agentId: AgentId, event: LiveEvent): string | null {
    if (event.type === 'error') return `${event.error.category}: ${event.error.message}`
    if (event.type === 'turn_ended' && event.outcome === 'cancelled') return 'Cancelled.'
    if (event.type === 'retrying') return retryNote(event, this.#options.now())
    if (event.type === 'tool_link') return linkNote(event, this.#options.homeDirectory)
    if (event.type !== 'turn_started') return null
    const given = this.#options.modelOf(agentId)
    return given === null || given === event.model ? null : `${given}: ${event.model} answers.`
  }

  #say(agentId: AgentId, delta: Delta): void {
    if (delta.type === 'thinking_delta' && !this.#options.showsThinking) return
    if (this.#speaker !== null && this.#speaker !== agentId) {
      const waiting = this.#waiting.get(agentId)
      if (waiting === undefined) this.#waiting.set(agentId, [delta])
      else waiting.push(delta)
      return
    }
    this.#speaker = agentId
    const { type, blockIndex } = delta
    const { agentId: before, type: typeBefore, blockIndex: indexBefore } = this.#passage ?? {}
    if (before !== agentId || typeBefore !== type || indexBefore !== blockIndex) {
      this.#endPassage()
      this.#passage = { agentId, type, blockIndex }
      this.#beginPassage(agentId, type)
    }
    this.#write(type, delta.text)
  }

  #beginPassage(agentId: AgentId, type: Delta['type']): void {
    if (this.#agents.size > 1 && this.#lastSpeaker !== agentId) {
      this.#closeLine()
      this.#output.error(`── ${this.#options.nameOf(agentId)} ──\n`)
    }
    this.#lastSpeaker = agentId
    if (type === 'thinking_delta') this.#closeLine()
    else if (this.#stdout !== 'empty') this.#output.out('\n')
  }

  #write(type: Delta['type'], text: string): void {
    if (text === '') return
    const isOpen = !text.endsWith('\n')
    if (type === 'text_delta') {
      if (this.#openLine === 'stderr') this.#closeLine()
      this.#output.out(text)
      this.#stdout = isOpen ? 'open' : 'closed'
      this.#openLine = isOpen ? 'stdout' : 'none'
    } else {
      this.#output.error(text, 'faint')
      this.#openLine = isOpen ? 'stderr' : 'none'
    }
  }

  /** Ends a block: the next one starts on a new line, on both streams. */
  #endPassage(): void {
    const type = this.#passage?.type
    this.#passage = null
    if (type === 'text_delta' && this.#stdout === 'open') {
      this.#output.out('\n')
      this.#stdout = 'closed'
      if (this.#openLine === 'stdout') this.#openLine = 'none'
    }
    if (type === 'thinking_delta') this.#closeLine()
  }

  #endMessage(agentId: AgentId): void {
    if (this.#speaker !== agentId) return this.#waitingEnded(agentId)
    this.#endPassage()
    this.#speaker = null
    this.#printAnswers()
    const [next] = this.#waiting
    if (next === undefined) return
    const [nextId, deltas] = next
    this.#waiting.delete(nextId)
    const isWhole = this.#whole.delete(nextId)
    for (const delta of deltas) this.#say(nextId, delta)
    if (isWhole) this.#endMessage(nextId)
  }

  #waitingEnded(agentId: AgentId): void {
    if (this.#waiting.has(agentId)) this.#whole.add(agentId)
  }

  /** Prints a line on stderr, with the agent's name if there are several. */
  #note(agentId: AgentId, note: string): void {
    this.#closeLine()
    const prefix = this.#agents.size > 1 ? `[${this.#options.nameOf(agentId)}] ` : ''
    this.#output.error(`${prefix}${note}\n`)
  }

  /** Prints a line unless the agent had it before: some facts come with each of its answers. */
  #noteOnce(agentId: AgentId, note: string): void {
    const key = `${agentId} ${note}`
    if (this.#noted.has(key)) return
    this.#noted.add(key)
    this.#note(agentId, note)
  }

  /** Does not end an unfinished line of stdout: notes for the user between its parts are not part of it. */
  #closeLine(): void {
    if (this.#openLine !== 'none') this.#output.error('\n')
    this.#openLine = 'none'
  }
}
