import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { TranscriptReport } from '../../../shared/transcript-view.ts'
import type { KnownFiles } from '../content/content-files.ts'
import type { TranscriptMessage } from '../ports/provider-ports.ts'
import {
  type AssembledTranscript,
  assembleTranscript,
  renderOptions,
  requestOf,
  type TranscriptInput,
} from './assemble-transcript.ts'
import { checkTranscript } from './check-transcript.ts'
import { type RenderedPart, renderPart } from './render-part.ts'
import { storedBlocks, storedText } from './stored-data.ts'
import { newReport } from './transcript-report.ts'

/**
 * Assembles the transcripts of one context as it grows. The result is that of `assembleTranscript`, except for the
 * order within its report, but only the newest part is rendered and checked: earlier messages are kept.
 *
 * The part that is kept ends with an answer in front of a prompt. What follows can change nothing in it, unless it
 * mentions one of its calls again: then everything is rendered anew. The same holds if the events, the model, the files
 * or the time of the last edit are others than before.
 */
export class GrowingTranscript {
  #kept: KeptPart = nothingKept('')

  assemble(input: TranscriptInput): AssembledTranscript {
    this.#keep(input)
    const kept = this.#kept
    const newest = input.context.slice(kept.events.length)
    if (kept.messages.length === 0 || mentionsAny(newest, kept.mentioned)) return assembleTranscript(input)
    const report = newReport()
    const part = renderPart(newest, renderOptions(input, report), { isEnd: true, before: kept })
    if (!beginsWithPrompt(part, newest)) return assembleTranscript(input)
    const messages = [...kept.messages, ...part.messages]
    const origins = [...kept.origins, ...part.origins]
    const request = requestOf(input, { messages, origins }, report)
    const checked = { ...request, messages: request.messages.slice(kept.messages.length) }
    const violations = checkTranscript(checked, input.target, { resumesPause: input.resumesPause ?? false })
    return violations.length > 0 ? assembleTranscript(input) : { request, report: joined(kept.report, report) }
  }

  /** Adds to the kept part what is closed by now; begins anew if the input is not a continuation. */
  #keep(input: TranscriptInput): void {
    const condition = JSON.stringify([input.target, input.prefixChangedAt ?? null])
    if (!isContinued(this.#kept, condition, input)) this.#kept = nothingKept(condition, input.files)
    const kept = this.#kept
    const end = closedLength(input.context, kept.events.length)
    const events = input.context.slice(kept.events.length, end)
    if (events.length === 0 || mentionsAny(events, kept.mentioned)) return
    const report = newReport()
    const part = renderPart(events, renderOptions(input, report), { isEnd: false, before: kept })
    if (part.messages.at(-1)?.role !== 'assistant') return
    if (kept.messages.length > 0 && !beginsWithPrompt(part, events)) return
    // Without thinking: the rule about it concerns the turn that runs. With a pause: more messages follow.
    const request = { ...requestOf(input, part, newReport()), thinkingLevel: 'none', messages: part.messages } as const
    if (checkTranscript(request, input.target, { resumesPause: true }).length > 0) return
    for (const event of events) {
      kept.events.push(event)
      for (const id of mentionedCalls(event)) kept.mentioned.add(id)
    }
    for (const id of part.ids) kept.sentIds.add(id)
    kept.messages.push(...part.messages)
    kept.origins.push(...part.origins)
    const state = { calls: kept.calls + part.calls.length, newest: part.newest, files: input.files }
    this.#kept = { ...kept, ...state, report: joined(kept.report, report) }
  }
}

interface KeptPart {
  /** What the messages depend on, beside the events and the files. */
  readonly condition: string
  readonly files: KnownFiles | undefined
  readonly events: AgentEvent[]
  readonly messages: TranscriptMessage[]
  readonly origins: (EventId | null)[]
  readonly report: TranscriptReport
  /** Ids of the calls that the events mention. */
  readonly mentioned: Set<string>
  readonly sentIds: Set<string>
  readonly calls: number
  readonly newest: EventId
}

function nothingKept(condition: string, files?: KnownFiles): KeptPart {
  const lists = { events: [], messages: [], origins: [], mentioned: new Set<string>(), sentIds: new Set<string>() }
  return { condition, files, ...lists, report: newReport(), calls: 0, newest: 0 }
}

function isContinued(kept: KeptPart, condition: string, { context, files }: TranscriptInput): boolean {
  if (kept.condition !== condition || kept.events.length > context.length) return false
  if (!kept.report.files.every(({ sha256 }) => isKnownAs(sha256, kept.files, files))) return false
  return kept.events.every((event, index) => isSame(event, context[index]))
}

function isKnownAs(sha256: string, before: KnownFiles | undefined, now: KnownFiles | undefined): boolean {
  if (before === now) return true
  return (
    before?.texts.get(sha256) === now?.texts.get(sha256) && before?.missing.has(sha256) === now?.missing.has(sha256)
  )
}

function beginsWithPrompt({ messages, origins }: RenderedPart, events: readonly AgentEvent[]): boolean {
  return messages[0]?.role === 'user' && origins[0] === events[0]?.id
}

/** Recorded events never change. Notes about forks are made for each request. */
function isSame(event: AgentEvent, other: AgentEvent | undefined): boolean {
  if (event === other) return true
  return event.sessionId === 0 && other?.sessionId === 0 && event.id === other.id && event.content === other.content
}

/** Returns the index of the last prompt directly after an answer without calls, or `from`. */
function closedLength(context: readonly AgentEvent[], from: number): number {
  for (let index = context.length - 1; index > from; index -= 1) {
    if (context[index]?.kind === 'user' && (context[index]?.content ?? '').trim() !== '') {
      const before = context[index - 1]
      if (before?.kind === 'assistant' && mentionedCalls(before).length === 0) return index
    }
  }
  return from
}

function mentionsAny(events: readonly AgentEvent[], ids: ReadonlySet<string>): boolean {
  return ids.has('') || events.some((event) => mentionedCalls(event).some((id) => ids.has(id)))
}

const NONE: readonly string[] = []

function mentionedCalls(event: AgentEvent): readonly string[] {
  switch (event.kind) {
    case 'assistant':
      return storedBlocks(event.data.blocks).flatMap((block) => (block.type === 'tool_call' ? [block.id] : NONE))
    case 'tool_call':
    case 'tool_result':
      return [storedText(event.data.tool_call_id)]
    case 'mail':
      return event.data.tool_call_id === undefined ? NONE : [storedText(event.data.tool_call_id)]
    default:
      return NONE
  }
}

function joined(first: TranscriptReport, second: TranscriptReport): TranscriptReport {
  return {
    dropped: [...first.dropped, ...second.dropped],
    synthesised: [...first.synthesised, ...second.synthesised],
    renamed: [...first.renamed, ...second.renamed],
    violations: [...first.violations, ...second.violations],
    files: [...first.files, ...second.files],
  }
}
