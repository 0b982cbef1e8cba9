import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { KnownFiles } from '../content/content-files.ts'
import type { TranscriptMessage } from '../ports/provider-ports.ts'
import { collectEntries, type Entry } from './collect-entries.ts'
import { dropForeignThinking } from './drop-foreign-thinking.ts'
import { awaitServerResult, dropServerHalves } from './drop-server-halves.ts'
import { dropStaleThinking, newestOf } from './drop-stale-thinking.ts'
import { bindsThinkingToPrefix } from './model-family.ts'
import { orderMessages } from './order-messages.ts'
import { type Answer, pairToolCalls } from './pair-tool-calls.ts'
import { FileProjection } from './project-files.ts'
import { projectToolIds } from './project-tool-ids.ts'
import type { ToolCall } from './tool-call-registry.ts'
import type { ReportDraft } from './transcript-report.ts'
import { type TranscriptTarget, traitsOf } from './transcript-target.ts'

/** What the messages of a part depend on in the part before it. */
export interface PartBefore {
  /** Number of calls. */
  readonly calls: number
  /** Ids under which calls are sent. */
  readonly sentIds: ReadonlySet<string>
  /** The newest event of the steps; 0: there are none. */
  readonly newest: EventId
  /** Its last message. */
  readonly lastMessage: TranscriptMessage | undefined
}

export interface RenderedPart {
  readonly messages: readonly TranscriptMessage[]
  /** The first event of each message. */
  readonly origins: readonly (EventId | null)[]
  readonly calls: readonly ToolCall[]
  /** The ids under which the calls are sent. */
  readonly ids: readonly string[]
  readonly newest: EventId
  /** What another answer of the same turn contains can change what is sent of this part. */
  readonly isOpen: boolean
}

const NOTHING_BEFORE: PartBefore = { calls: 0, sentIds: new Set(), newest: 0, lastMessage: undefined }

/**
 * Renders events, which are a whole context or a part of it. `isEnd`: nothing follows, so the last message must not be
 * the model's. `before` applies to a part that begins with a prompt after an answer, or with an answer after results,
 * and that mentions no call of the part before it.
 */
export function renderPart(
  events: readonly AgentEvent[],
  {
    target,
    files,
    prefixChangedAt,
    resumesPause,
    report,
  }: {
    readonly target: TranscriptTarget
    readonly files: KnownFiles
    readonly prefixChangedAt: EventId | null
    readonly resumesPause: boolean
    readonly report: ReportDraft
  },
  { isEnd, before = NOTHING_BEFORE }: { readonly isEnd: boolean; readonly before?: PartBefore },
): RenderedPart {
  const traits = traitsOf(target)
  const bounds = { maxTokens: target.resultTokens, folder: files.outputFolder }
  const entries = collectEntries(events, report, bounds)
  const own = dropForeignThinking(entries, target, report)
  const { calls, steps: answered } = pairToolCalls(own, traits, report)
  const last = entries.at(-1)
  const projection = new FileProjection(target, files, report)
  const hasFilesBehind = ({ calls: answers }: Answer): boolean =>
    answers.some(({ result }) => result !== null && projection.hasBehind(result.attachments, result.isError))
  const end = {
    continues: isEnd && resumesPause,
    isFollowed: isEnd && isLeftOut(last, answered.at(-1)?.eventId),
    hasFilesBehind,
  }
  const paired = traits.pairsServerTools ? dropServerHalves(answered, end, report) : answered
  const isBound = bindsThinkingToPrefix(target.model)
  const steps = isBound ? dropStaleThinking(paired, { prefixChangedAt, newest: before.newest }, report) : paired
  const ids = projectToolIds(calls, traits, before)
  const list = orderMessages(
    { steps, calls },
    { ids, traits, report, files: projection, before: before.lastMessage?.role },
  )
  if (isEnd) list.end({ resumesPause, isEmptyAnswer: isLeftOut(last, list.origins.at(-1)) })
  const { messages, origins } = list
  const isOpen = traits.pairsServerTools && awaitServerResult(answered, hasFilesBehind)
  return { messages, origins, calls, ids, newest: newestOf(steps, before.newest), isOpen }
}

/** Whether the last entry is an answer of which nothing is sent. `origin`: the first event of the last message. */
function isLeftOut(last: Entry | undefined, origin: EventId | null | undefined): boolean {
  if (last?.kind !== 'answer' || last.interrupted || last.eventId === origin) return false
  return last.blocks.every(({ type }) => type !== 'tool_call')
}
