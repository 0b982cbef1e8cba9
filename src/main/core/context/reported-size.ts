import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import { sentFileTokens } from '../../../shared/file-tokens.ts'
import { filesOf } from '../../../shared/event-files.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { FileTarget } from '../../../shared/model-content.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { recordedUsage } from '../../../shared/recorded-usage.ts'
import type { ResponseUsage } from '../../../shared/usage.ts'
import { eventTime } from '../../../shared/exact-time.ts'
import { tokensOfText, tokensOfTexts } from '../../../shared/text-tokens.ts'

/** An answer with reported usage. */
export interface Reported {
  readonly event: AgentEventOf<'assistant'>
  readonly usage: ResponseUsage
}

/** The model that a context is measured for. */
type SizeTarget = ModelChoice &
  FileTarget & {
    /** Most tokens that are sent of one result, mail or file as text. Missing: no limit. */
    readonly resultTokens?: number
  }

/** Models count the same text within this factor; anything else is no conversion but a different text. */
const LARGEST_RATIO = 2

export function reportedAnswers(items: readonly AgentEvent[]): readonly Reported[] {
  return items.flatMap((event) => {
    const usage = event.kind === 'assistant' ? recordedUsage(event.data) : null
    return event.kind !== 'assistant' || usage === null || usage.inputTokens === 0 ? [] : [{ event, usage }]
  })
}

/**
 * Returns the estimated tokens of a context for a model: the last reported figures, and everything after them by its
 * length. Another model's figures are converted by the ratio of what both counted for the same text.
 *
 * `valid`: the answers whose requests begin as the next one does. `fixed`: estimated tokens of the system prompt and the tools.
 */
export function contextTokens(
  { items, fixed }: { readonly items: readonly AgentEvent[]; readonly fixed: number },
  valid: readonly Reported[],
  choice: SizeTarget,
): number {
  const last = valid.at(-1)
  if (last === undefined) return Math.ceil(fixed) + tokensBetween(items, choice)
  const ratio = ratioTo(choice, { items, valid, last })
  return Math.round(sizeAfter(last.usage) * ratio) + tokensBetween(items, choice, last.event.id)
}

/** How many tokens of the model one token that `last` reported is. 1: not known, or the same model. */
function ratioTo(
  choice: SizeTarget,
  {
    items,
    valid,
    last,
  }: { readonly items: readonly AgentEvent[]; readonly valid: readonly Reported[]; readonly last: Reported },
): number {
  const own = valid.findLast(({ event }) => isByModel(event, choice))
  if (own === undefined || own === last) return 1
  const other = valid.find(({ event }) => event.id > own.event.id && isSameModel(event, last.event))
  if (other === undefined) return 1
  const between = tokensBetween(items, choice, own.event.id, other.event.id)
  const ratio = sizeAfter(own.usage) / (inputOf(other.usage) - between)
  return ratio > 1 / LARGEST_RATIO && ratio < LARGEST_RATIO ? ratio : 1
}

/** Estimated tokens of the events with ids between the two, without them. */
function tokensBetween(
  items: readonly AgentEvent[],
  target: SizeTarget,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): number {
  const between = items.filter(({ id }) => id > from && id < to)
  const most = target.resultTokens
  const files = between.flatMap((event) => filesOf(event)).map((file) => sentFileTokens(file, target, most))
  return contextSize(between, most) + files.reduce((sum, each) => sum + each, 0)
}

/** The input of the request and the answer to it, without thinking. */
export function sizeAfter(usage: ResponseUsage): number {
  return inputOf(usage) + Math.max(0, usage.outputTokens - usage.thinkingTokens)
}

function inputOf({ contextTokens: context, inputTokens }: ResponseUsage): number {
  return context ?? inputTokens
}

/** Estimated tokens of the texts, calls and results of events, without their files. `most`: of one result or mail. */
export function contextSize(events: readonly AgentEvent[], most: number = Number.POSITIVE_INFINITY): number {
  const sizeIn = (event: AgentEvent): number => (isBounded(event) ? Math.min(most, sizeOf(event)) : sizeOf(event))
  return Math.ceil(events.reduce((sum, event) => sum + sizeIn(event), 0))
}

/** Whether only the beginning and the end of the event are sent if it is long. */
function isBounded({ kind }: AgentEvent): boolean {
  return kind === 'tool_result' || kind === 'mail'
}

const sizes = new WeakMap<AgentEvent, number>()

function sizeOf(event: AgentEvent): number {
  const tokens = sizes.get(event) ?? textTokens(event)
  sizes.set(event, tokens)
  return tokens
}

/** The calls are contained in the answer's blocks. */
function textTokens({ kind, content, data }: AgentEvent): number {
  if (kind === 'tool_call') return 0
  return kind === 'assistant' ? tokensOfTexts(data.blocks ?? content) : tokensOfText(content ?? '')
}

/** Caches hold for one model at one thinking level. */
export function isBy(event: AgentEventOf<'assistant'>, choice: ModelChoice): boolean {
  return isByModel(event, choice) && event.data.thinking_level === choice.thinkingLevel
}

export function isByModel({ data }: AgentEventOf<'assistant'>, choice: ModelChoice): boolean {
  return data.provider === choice.provider && data.requested_model === wireModelName(choice)
}

function isSameModel(a: AgentEventOf<'assistant'>, b: AgentEventOf<'assistant'>): boolean {
  return a.data.provider === b.data.provider && a.data.requested_model === b.data.requested_model
}

/** When the request for a response was sent, ms since the epoch. */
export function sentAt(event: AgentEventOf<'assistant' | 'keep_warm'>): number {
  return eventTime(event) - (event.data.duration_ms ?? 0)
}
