import type { AgentEvent, AgentEventOf, EventKind } from '../../../shared/agent-event.ts'
import type { KindWith } from '../../../shared/event-facts.ts'
import type { AssistantData } from '../../../shared/response-data.ts'
import { type AttachmentBlock, storedAttachments } from '../../../shared/attachment.ts'
import type { ContentBlock } from '../../../shared/content.ts'
import { type EventId, shortAgentId, type TurnId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { boundText, outputNameOf, type TextBounds } from './bound-texts.ts'
import { instructionText } from './instruction-text.ts'
import { storedArguments, storedBlocks, storedText } from './stored-data.ts'
import type { ReportDraft } from './transcript-report.ts'

/**
 * The contribution of one event to a transcript. Its text is well-formed Unicode: a tool's output may be cut in the
 * middle of a character, and providers refuse a request with a lone surrogate as invalid JSON.
 */
export type Entry = UserEntry | AnswerEntry | CallEntry | ResultEntry

/** Text and files for the model: a prompt, a mail, a summary or an instruction file. */
export interface UserEntry {
  readonly kind: 'user'
  readonly eventId: EventId
  readonly text: string
  readonly attachments: readonly AttachmentBlock[]
}

export interface AnswerEntry {
  readonly kind: 'answer'
  readonly eventId: EventId
  readonly turnId: TurnId | null
  readonly interrupted: boolean
  readonly blocks: readonly ContentBlock[]
  /** Pictures that the model made. Its own blocks hold them too. */
  readonly pictures: readonly AttachmentBlock[]
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
  readonly attachments: readonly AttachmentBlock[]
}

const NO_ATTACHMENTS: readonly AttachmentBlock[] = []

/**
 * Step 1: returns the parts of the context that a transcript consists of, in order. Text of only white space is left
 * out, and of a long result or mail the middle is.
 */
export function collectEntries(
  context: readonly AgentEvent[],
  report: ReportDraft,
  bounds: TextBounds,
): readonly Entry[] {
  const entries: Entry[] = []
  const shown = shownByResults(context)
  for (const event of context) {
    if (event.kind === 'mail' && shown.has(event.data.tool_call_id ?? '')) continue
    const entry = entryOf(event, report, bounds)
    if (entry !== null) entries.push(entry)
  }
  return entries
}

/**
 * Ids of the calls that read mail and whose result, which quotes that mail, is in the context. Their mail is not shown
 * twice.
 */
function shownByResults(context: readonly AgentEvent[]): ReadonlySet<string> {
  const reading = new Set(context.flatMap((event) => (event.kind === 'mail' ? (event.data.tool_call_id ?? []) : [])))
  if (reading.size === 0) return reading
  const results = context.flatMap((event) => (event.kind === 'tool_result' ? storedText(event.data.tool_call_id) : []))
  return new Set(results.filter((id) => reading.has(id)))
}

function entryOf(event: AgentEvent, report: ReportDraft, bounds: TextBounds): Entry | null {
  switch (event.kind) {
    case 'user':
      return userEntry(event.id, event.content, '', storedAttachments(event.data?.attachments))
    case 'summary':
      return userEntry(event.id, event.content, 'Summary of the earlier conversation:\n\n')
    case 'mail':
      return userEntry(
        event.id,
        bounded(event, bounds, report),
        `Mail from ${shortAgentId(storedText(event.data.from))}:\n\n`,
      )
    case 'merge':
      return userEntry(event.id, event.content, `${mergeHeading(event)}:\n\n`)
    case 'instructions':
      return userEntry(event.id, instructionText(event), '')
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
        content: bounded(event, bounds, report).toWellFormed(),
        isError: isError === true,
        attachments: storedAttachments(event.data.attachments),
      }
    }
    default:
      // The system prompt is sent separately from the messages; the other kinds are never sent to a model.
      event.kind satisfies NotSentKind
      return null
  }
}

/** The kinds that no model is sent, by their rows. Any other kind without a case in `entryOf` is a compile error. */
type NotSentKind = Exclude<EventKind, KindWith<'context', 'item'> | KindWith<'message', 'whole' | 'part'>>

function bounded(event: AgentEventOf<'mail' | 'tool_result'>, bounds: TextBounds, report: ReportDraft): string {
  const path = event.kind === 'tool_result' ? event.data.full_output : undefined
  const named = typeof path === 'string' ? { path } : {}
  return boundText(
    { eventId: event.id, text: event.content ?? '', name: outputNameOf(event), ...named },
    bounds,
    report,
  )
}

function mergeHeading({ data: { branch, merged, sources } }: AgentEventOf<'merge'>): string {
  return branch === undefined
    ? 'Merged from several answers'
    : `Merged from agent ${shortAgentId(storedText((sources[0] ?? merged).agent))}`
}

function userEntry(
  eventId: EventId,
  content: string | null,
  heading: string,
  attachments: readonly AttachmentBlock[] = NO_ATTACHMENTS,
): UserEntry | null {
  const text = content === null || isBlank(content) ? '' : (heading + content).toWellFormed()
  return text === '' && attachments.length === 0 ? null : { kind: 'user', eventId, text, attachments }
}

function answerEntry(event: AgentEventOf<'assistant' | 'interrupted'>, blocks: readonly ContentBlock[]): AnswerEntry {
  const interrupted = event.kind === 'interrupted'
  const pictures = event.kind === 'assistant' ? storedAttachments(event.data.attachments) : NO_ATTACHMENTS
  return { kind: 'answer', eventId: event.id, turnId: event.turnId, interrupted, blocks, pictures }
}

/** Stored blocks. In a history written by hand the text may be in `content` only. */
function answerBlocks(event: AgentEventOf<'assistant'>, report: ReportDraft): readonly ContentBlock[] {
  const blocks = storedBlocks(event.data.blocks).map((block) => withRequested(block, event.data))
  if (blocks.length === 0 && event.data.thinking) report.dropped.push({ eventId: event.id, part: 'foreign_thinking' })
  if (event.content === null || isBlank(event.content) || blocks.some((block) => block.type === 'text')) return blocks
  const firstCall = blocks.findIndex((block) => block.type === 'tool_call')
  return blocks.toSpliced(firstCall === -1 ? blocks.length : firstCall, 0, { type: 'text', text: event.content })
}

/** Adds the row's requested model to a block of the row's own model that has none. */
function withRequested(
  block: ContentBlock,
  { provider, model, requested_model: requested }: AssistantData,
): ContentBlock {
  const isOfRow = block.provider === provider && block.model === model
  if (typeof requested !== 'string' || block.requested_model !== undefined || !isOfRow) return block
  return { ...block, requested_model: requested }
}

/**
 * Keeps only text: an incomplete call cannot be answered, incomplete thinking cannot be signed, and item ids require
 * both.
 */
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

/** Anything except white space and control characters. Some providers treat control characters as white space. */
const NOT_SPACE = /[^\s\p{Cc}]/u

export function isBlank(text: string): boolean {
  return !NOT_SPACE.test(text)
}
