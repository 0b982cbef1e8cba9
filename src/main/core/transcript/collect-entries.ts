import type { AgentEvent, AgentEventOf, AssistantData } from '../../../shared/agent-event.ts'
import type { ContentBlock } from '../../../shared/content.ts'
import { type EventId, shortAgentId, type TurnId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { storedArguments, storedBlocks, storedText } from './stored-data.ts'
import type { ReportDraft } from './transcript-report.ts'

/**
 * What one event contributes to a transcript. Its words are well-formed: a tool's output may be cut in the middle of a
 * character, and a request with half of one is refused as no JSON.
 */
export type Entry = SaidEntry | AnswerEntry | CallEntry | ResultEntry

/** Words for the model: a prompt, a mail, a summary. */
export interface SaidEntry {
  readonly kind: 'said'
  readonly eventId: EventId
  readonly text: string
}

export interface AnswerEntry {
  readonly kind: 'answer'
  readonly eventId: EventId
  readonly turnId: TurnId | null
  readonly interrupted: boolean
  readonly blocks: readonly ContentBlock[]
}

export interface CallEntry {
  readonly kind: 'call'
  readonly eventId: EventId
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
  readonly arguments_text?: string
}

export interface ResultEntry {
  readonly kind: 'result'
  readonly eventId: EventId
  readonly id: string
  readonly name: string | undefined
  readonly content: string
  readonly isError: boolean
}

/** Step 1: the parts of the context that a transcript is made of, in order. Words that are only white space are nothing. */
export function collectEntries(context: readonly AgentEvent[], report: ReportDraft): readonly Entry[] {
  const entries: Entry[] = []
  const shown = shownByResults(context)
  for (const event of context) {
    if (event.kind === 'mail' && shown.has(event.data.tool_call_id ?? '')) continue
    const entry = entryOf(event, report)
    if (entry !== null) entries.push(entry)
  }
  return entries
}

/** Calls by which mail was read and whose result, which quotes that mail, is here: it is not shown twice. */
function shownByResults(context: readonly AgentEvent[]): ReadonlySet<string> {
  const reading = new Set(context.flatMap((event) => (event.kind === 'mail' ? (event.data.tool_call_id ?? []) : [])))
  if (reading.size === 0) return reading
  const results = context.flatMap((event) => (event.kind === 'tool_result' ? storedText(event.data.tool_call_id) : []))
  return new Set(results.filter((id) => reading.has(id)))
}

function entryOf(event: AgentEvent, report: ReportDraft): Entry | null {
  switch (event.kind) {
    case 'user':
      return said(event.id, event.content, '')
    case 'summary':
      return said(event.id, event.content, 'Summary of the earlier conversation:\n\n')
    case 'mail':
      return said(event.id, event.content, `Mail from ${shortAgentId(storedText(event.data.from))}:\n\n`)
    case 'assistant':
      return answerEntry(event, answerBlocks(event, report))
    case 'interrupted':
      return answerEntry(event, interruptedBlocks(event, report))
    case 'tool_call': {
      const { tool_call_id: id, name } = event.data
      return {
        kind: 'call',
        eventId: event.id,
        id: storedText(id),
        name: storedText(name),
        ...storedArguments(event.data),
      }
    }
    case 'tool_result': {
      const { tool_call_id: id, name, is_error: isError } = event.data
      return {
        kind: 'result',
        eventId: event.id,
        id: storedText(id),
        name: storedText(name) === '' ? undefined : name,
        content: (event.content ?? '').toWellFormed(),
        isError: isError === true,
      }
    }
    default:
      // The system prompt goes out apart from the messages; the other kinds are facts that no model is shown.
      return null
  }
}

function said(eventId: EventId, content: string | null, heading: string): SaidEntry | null {
  return content === null || isBlank(content)
    ? null
    : { kind: 'said', eventId, text: (heading + content).toWellFormed() }
}

function answerEntry(event: AgentEventOf<'assistant' | 'interrupted'>, blocks: readonly ContentBlock[]): AnswerEntry {
  const interrupted = event.kind === 'interrupted'
  return { kind: 'answer', eventId: event.id, turnId: event.turnId, interrupted, blocks }
}

/** Stored blocks; in a history written by hand the words may stand in `content` alone. */
function answerBlocks(event: AgentEventOf<'assistant'>, report: ReportDraft): readonly ContentBlock[] {
  const blocks = storedBlocks(event.data.blocks).map((block) => withRequested(block, event.data))
  if (blocks.length === 0 && event.data.thinking) report.dropped.push({ eventId: event.id, part: 'foreign_thinking' })
  if (event.content === null || isBlank(event.content) || blocks.some((block) => block.type === 'text')) return blocks
  const firstCall = blocks.findIndex((block) => block.type === 'tool_call')
  return blocks.toSpliced(firstCall === -1 ? blocks.length : firstCall, 0, { type: 'text', text: event.content })
}

/** A block of the row's own model was asked for by the name that the row has, where the block has none. */
function withRequested(
  block: ContentBlock,
  { provider, model, requested_model: requested }: AssistantData,
): ContentBlock {
  const isOfRow = block.provider === provider && block.model === model
  if (typeof requested !== 'string' || block.requested_model !== undefined || !isOfRow) return block
  return { ...block, requested_model: requested }
}

/** Only the words count: half a call cannot be answered, half a thought cannot be signed, and item ids need both. */
function interruptedBlocks(event: AgentEventOf<'interrupted'>, report: ReportDraft): readonly ContentBlock[] {
  const texts: ContentBlock[] = []
  for (const block of storedBlocks(event.data.blocks)) {
    if (block.type === 'text') texts.push({ type: 'text', text: block.text })
    else if (block.type === 'thinking') report.dropped.push({ eventId: event.id, part: 'interrupted_thinking' })
    else report.dropped.push({ eventId: event.id, part: 'interrupted_call', callId: block.id })
  }
  const { thinking, blocks } = event.data
  if (thinking && blocks === undefined) report.dropped.push({ eventId: event.id, part: 'interrupted_thinking' })
  if (texts.length === 0 && event.content !== null) return [{ type: 'text', text: event.content }]
  return texts
}

/** Some control characters are white space to the providers, and none is a word. */
const NOT_SPACE = /[^\s\p{Cc}]/u

export function isBlank(text: string): boolean {
  return !NOT_SPACE.test(text)
}
