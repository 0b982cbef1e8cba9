import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { ToolDefinition } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { ModelOptions } from '../../../shared/model-options.ts'
import { DEFAULT_REPLY_TOKENS } from '../../../shared/thinking-level.ts'
import type { RepairedViolation, TranscriptReport } from '../../../shared/transcript-view.ts'
import type { ModelRequest, CallChoice, TranscriptMessage } from '../ports/provider-ports.ts'
import { type KnownFiles, NO_FILES } from '../content/content-files.ts'
import { checkTranscript, type Violation } from './check-transcript.ts'
import { isBlank } from './collect-entries.ts'
import { projectTool } from './project-tools.ts'
import { renderPart } from './render-part.ts'
import { repairTranscript } from './repair-transcript.ts'
import type { ToolCall } from './tool-call-registry.ts'
import { toolTurnWithoutThinking } from './transcript-findings.ts'
import { newReport, type ReportDraft } from './transcript-report.ts'
import { apiRowOf, type TranscriptTarget } from './transcript-target.ts'
import { defined } from '../../../shared/defined.ts'

export interface TranscriptInput {
  /** The replayed context, oldest first. Events that are never sent to a model are ignored. */
  readonly context: readonly AgentEvent[]
  readonly target: TranscriptTarget
  /** Texts and absences of the files in the context. Missing: the context has no files. */
  readonly files?: KnownFiles
  /** Blocks of the system prompt. `system` events in the context are ignored. */
  readonly system: readonly string[]
  readonly tools: readonly ToolDefinition[]
  /** As in `ModelRequest`. Missing: none. */
  readonly options?: ModelOptions
  /** `none`: the model must not call tools. */
  readonly toolChoice?: CallChoice
  /**
   * The newest event that was recorded when the last edit was made, or the event of the edit itself: a clear, a fork at
   * a mark, a summary, an undo, a change of the system prompt or of the tools. Thinking recorded up to it is not
   * replayed to models whose thinking is bound to its prefix. Missing or null: there was no edit.
   */
  readonly prefixChangedAt?: EventId | null
  /**
   * The last answer is paused: it is sent as the last message, so that the provider continues it
   * (docs/behaviour/turns.md#pauses).
   */
  readonly resumesPause?: boolean
}

export interface AssembledTranscript {
  readonly request: ModelRequest
  readonly report: TranscriptReport
}

/**
 * Renders a context for one provider, model and endpoint (docs/behaviour/transcript.md). Deterministic: equal input
 * gives equal bytes. The context is never changed, and synthetic messages are not stored.
 *
 * As a context grows, earlier messages keep their bytes, with these exceptions: the last user message (or a paused
 * answer) may grow; the notice at the end is replaced by the next user message; a batch of calls is completed; a late
 * or better result replaces its placeholder; a call that appears after its result provides the name and arguments (and,
 * for Kimi, the name in the id); a request without thinking has none in its last answer; a broken rule is repaired.
 */
export function assembleTranscript(input: TranscriptInput): AssembledTranscript {
  const { target, resumesPause = false } = input
  const report = newReport()
  const part = renderPart(input.context, renderOptions(input, report), { isEnd: true })
  const request = requestOf(input, part.messages, (index) => part.origins[index] ?? null, report)
  const violations = checkTranscript(request, target, { resumesPause })
  if (violations.length === 0) return { request, report }
  report.violations.push(...describe(violations, part.origins, part.calls, part.ids))
  return {
    request: repairTranscript({ request, origins: part.origins }, target, violations, { resumesPause }).request,
    report,
  }
}

export function renderOptions(
  { target, files = NO_FILES, prefixChangedAt = null, resumesPause = false }: TranscriptInput,
  report: ReportDraft,
) {
  return { target, files, prefixChangedAt, resumesPause, report }
}

/** Returns the first event of the message at an index; null: there is none. */
type OriginOf = (index: number) => EventId | null

/** Returns the request with these messages. */
export function requestOf(
  input: TranscriptInput,
  messages: readonly TranscriptMessage[],
  originOf: OriginOf,
  report: ReportDraft,
): ModelRequest {
  const { target } = input
  const rendered: ModelRequest = {
    model: target.model,
    thinkingLevel: target.thinkingLevel,
    system: input.system.filter((text) => !isBlank(text)).map((text) => text.toWellFormed()),
    messages,
    tools: input.tools.map((tool) => projectTool(tool, apiRowOf(target).tools)),
    ...defined({
      toolChoice: input.toolChoice,
      options: input.options !== undefined && Object.keys(input.options).length > 0 ? input.options : undefined,
    }),
    // Replaced by `withOutputLimit`, which counts what is sent.
    maxOutputTokens: DEFAULT_REPLY_TOKENS,
  }
  return withoutThinkingWhereRefused(rendered, originOf, target, report)
}

/**
 * Requests no thinking while a tool turn that another model began is running: such a turn does not begin with thinking,
 * and models with a thinking budget would refuse it. Newer models of the API do the same by themselves.
 */
function withoutThinkingWhereRefused(
  request: ModelRequest,
  originOf: OriginOf,
  target: TranscriptTarget,
  report: ReportDraft,
): ModelRequest {
  const [finding] = toolTurnWithoutThinking({ request, target })
  if (finding === undefined) return request
  report.synthesised.push({ eventId: originOf(finding.messageIndex ?? -1), part: 'thinking_off' })
  return { ...request, thinkingLevel: 'none', messages: withoutLastThinking(request.messages, originOf, report) }
}

/** Removes thinking from the last answer. A model refuses it there when the request asks for no thinking. */
function withoutLastThinking(
  messages: readonly TranscriptMessage[],
  originOf: OriginOf,
  report: ReportDraft,
): readonly TranscriptMessage[] {
  const index = messages.findLastIndex(({ role }) => role === 'assistant')
  const message = messages[index]
  if (message?.role !== 'assistant') return messages
  const content = message.content.filter(({ type }) => type !== 'thinking')
  const eventId = originOf(index) ?? 0
  for (let count = content.length; count < message.content.length; count += 1) {
    report.dropped.push({ eventId, part: 'unasked_thinking' })
  }
  return messages.with(index, { ...message, content })
}

function describe(
  violations: readonly Violation[],
  origins: readonly (EventId | null)[],
  calls: readonly ToolCall[],
  ids: readonly string[],
): readonly RepairedViolation[] {
  const canonical = new Map(calls.map((call) => [ids[call.index], call.id]))
  return violations.map(({ rule, detail, messageIndex, callIds }) => ({
    rule,
    detail,
    eventId: messageIndex === null ? null : (origins[messageIndex] ?? null),
    callIds: callIds.map((id) => canonical.get(id) ?? id),
  }))
}
