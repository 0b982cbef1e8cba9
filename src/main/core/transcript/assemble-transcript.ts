import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { ToolDefinition } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { RepairedViolation, TranscriptReport } from '../../../shared/transcript-view.ts'
import type { ModelRequest, TranscriptMessage } from '../ports.ts'
import { checkTranscript, type Violation } from './check-transcript.ts'
import { collectEntries, isBlank } from './collect-entries.ts'
import { dropForeignThinking } from './drop-foreign-thinking.ts'
import { dropUnboundThinking } from './drop-unbound-thinking.ts'
import { bindsThinking } from './model-family.ts'
import { orderMessages } from './order-messages.ts'
import { pairToolCalls } from './pair-tool-calls.ts'
import { projectToolIds } from './project-tool-ids.ts'
import { repairTranscript } from './repair-transcript.ts'
import type { ToolCall } from './tool-call-registry.ts'
import { toolTurnWithoutThinking } from './transcript-findings.ts'
import { newReport, type ReportDraft } from './transcript-report.ts'
import { type TranscriptTarget, traitsOf } from './transcript-target.ts'

export interface TranscriptInput {
  /** The replayed context, oldest first. Kinds that no model is shown are ignored. */
  readonly context: readonly AgentEvent[]
  readonly target: TranscriptTarget
  /** Blocks of the system prompt; `system` events in the context are not read. */
  readonly system: readonly string[]
  readonly tools: readonly ToolDefinition[]
  /** `none`: no tool may be called. */
  readonly toolChoice?: 'none'
  /** Tokens of a reply, without thinking. */
  readonly maxOutputTokens: number
  /** All that the model can write, thinking included. */
  readonly isOutputMaximum?: boolean
  /**
   * The newest event that was recorded when the last edit was made, or the edit's own event: a clear, a fork at a mark,
   * a summary, the undoing of an act, another system prompt, other tools. Thinking recorded up to it is not replayed to
   * models whose thinking is bound to what stands before it. Missing or null: nothing was edited.
   */
  readonly editPoint?: EventId | null
  /**
   * The last answer only paused: it goes out as the last message, for the provider to go on with
   * (docs/behaviour/turns.md#pauses).
   */
  readonly resumesPause?: boolean
}

export interface AssembledTranscript {
  readonly request: ModelRequest
  readonly report: TranscriptReport
}

/**
 * Renders a context for one provider, model and endpoint (docs/behaviour/transcript.md). Pure: equal input gives equal
 * bytes. The context is never changed, and nothing synthetic is written anywhere.
 *
 * As a context grows, earlier messages keep their bytes, with these exceptions: the last user message (or a paused
 * answer) may grow; the notice at the end gives way to real words; a batch of calls is completed; a result that comes
 * late or is better replaces what stood in for it; a call that turns up behind its result gives that its name and
 * arguments (and, for Kimi, the name in its id); a request that asks for no thinking has none in its last answer; a broken
 * rule is repaired.
 */
export function assembleTranscript(input: TranscriptInput): AssembledTranscript {
  const { target, editPoint = null, resumesPause = false } = input
  const traits = traitsOf(target)
  const report = newReport()
  const entries = collectEntries(input.context, report)
  const own = dropForeignThinking(entries, target, report)
  const paired = pairToolCalls(own, traits, report)
  const steps = bindsThinking(target.model) ? dropUnboundThinking(paired.steps, editPoint, report) : paired.steps
  const ids = projectToolIds(paired.calls, traits)
  const list = orderMessages({ steps, calls: paired.calls }, { ids, traits, resumesPause, report })
  const rendered: ModelRequest = {
    model: target.model,
    thinkingLevel: target.thinkingLevel,
    system: input.system.filter((text) => !isBlank(text)).map((text) => text.toWellFormed()),
    messages: list.messages,
    tools: input.tools,
    ...(input.toolChoice !== undefined && { toolChoice: input.toolChoice }),
    maxOutputTokens: input.maxOutputTokens,
    ...(input.isOutputMaximum === true && { isOutputMaximum: true }),
  }
  const request = withoutThinkingWhereRefused(rendered, list.origins, target, report)
  const violations = checkTranscript(request, target, { resumesPause })
  if (violations.length === 0) return { request, report }
  report.violations.push(...describe(violations, list.origins, paired.calls, ids))
  return {
    request: repairTranscript({ request, origins: list.origins }, target, violations, { resumesPause }).request,
    report,
  }
}

/**
 * A tool turn that another model began has no thinking at its start, which budget models refuse. Until the turn ends
 * they are asked for none, as the API itself does for its newer models.
 */
function withoutThinkingWhereRefused(
  request: ModelRequest,
  origins: readonly (EventId | null)[],
  target: TranscriptTarget,
  report: ReportDraft,
): ModelRequest {
  const [finding] = toolTurnWithoutThinking({ request, target, messages: [] })
  if (finding === undefined) return request
  report.synthesised.push({ eventId: origins[finding.messageIndex ?? -1] ?? null, part: 'thinking_off' })
  return { ...request, thinkingLevel: 'none', messages: withoutLastThinking(request.messages, origins, report) }
}

/** A model that is asked for no thinking refuses any in its last answer. */
function withoutLastThinking(
  messages: readonly TranscriptMessage[],
  origins: readonly (EventId | null)[],
  report: ReportDraft,
): readonly TranscriptMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages.map((message, index) => {
    if (index !== last || message.role !== 'assistant') return message
    const content = message.content.filter(({ type }) => type !== 'thinking')
    const eventId = origins[index] ?? 0
    for (let count = content.length; count < message.content.length; count += 1) {
      report.dropped.push({ eventId, part: 'unasked_thinking' })
    }
    return { ...message, content }
  })
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
