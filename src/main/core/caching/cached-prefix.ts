import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { cachedAfter, type CachedPrefix } from '../../../shared/cache-facts.ts'
import type { CacheFacts } from '../../../shared/provider-caches.ts'
import type { EventId } from '../../../shared/ids.ts'
import { recordedUsage } from '../../../shared/recorded-usage.ts'
import type { CacheLifetime, ResponseUsage } from '../../../shared/usage.ts'
import { contextTokens, isBy, isByModel, type Reported, reportedAnswers, sentAt } from '../context/reported-size.ts'

/** What an agent's requests consist of. */
export interface PrefixContext {
  readonly items: readonly AgentEvent[]
  readonly system: string | null
  readonly prefixChangedAt: EventId | null
  /** The definitions of its tools as text. */
  readonly tools: string
  /** The agent's last request that kept its entry warm; null: none. */
  readonly keptWarm: AgentEventOf<'keep_warm'> | null
}

interface EntryQuestion {
  readonly choice: ModelChoice
  readonly facts: CacheFacts
  /** The lifetime that a request asked for, by what was in front of its answer. */
  readonly lifetimeOf: (before: readonly AgentEvent[], answer: Reported) => CacheLifetime
}

export interface PrefixQuestion extends EntryQuestion {
  readonly own: PrefixContext
  /** The other agents of the tree. */
  readonly relatives: readonly PrefixContext[]
  /** Estimated tokens of the system prompt and the tools. */
  readonly fixed: number
  /** Ms since the epoch. */
  readonly now: number
}

/**
 * Returns what a provider has cached of an agent's next request; null: nothing. Agents of a tree whose requests begin
 * alike share entries: a fork writes its parent's context, and each request renews what it reads. Of the entries that
 * are still kept the longest one counts, and if none is, that of the agent's own last request.
 */
export function cachedPrefix(question: PrefixQuestion): CachedPrefix | null {
  const { own, relatives, now } = question
  const last = ownPrefix(question, own)
  const all = [last, ...relatives.map((relative) => sharedPrefix(question, relative))]
  const kept = all.filter((prefix) => prefix !== null).filter(({ warmUntil }) => warmUntil === null || now < warmUntil)
  return kept.toSorted(byLength)[0] ?? last
}

function byLength(a: CachedPrefix, b: CachedPrefix): number {
  return b.tokens - a.tokens || (b.warmUntil ?? 0) - (a.warmUntil ?? 0)
}

function ownPrefix(question: EntryQuestion, context: PrefixContext): CachedPrefix | null {
  const answer = lastAnswer(question, context)
  return answer === undefined ? null : prefixAfter(question, context, answer)
}

function lastAnswer({ choice }: EntryQuestion, context: PrefixContext): Reported | undefined {
  return validAnswers(context).findLast(({ event }) => isBy(event, choice))
}

/** What an agent's last request has left in the cache. */
export interface OwnEntry {
  /** The answer to that request. */
  readonly answer: Reported
  /** The request's part of the context. */
  readonly before: readonly AgentEvent[]
  readonly tokens: number
  /** When it was last used, and the end of its documented lifetime, ms since the epoch. */
  readonly usedAt: number
  readonly warmUntil: number
}

/**
 * Returns the entry of the last request to this model; null: nothing that the next request begins with was cached, or
 * the lifetime is not documented.
 */
export function ownEntry(question: EntryQuestion, context: PrefixContext): OwnEntry | null {
  const answer = lastAnswer(question, context)
  if (answer === undefined) return null
  const prefix = prefixAfter(question, context, answer)
  if (prefix === null || prefix.warmUntil === null) return null
  const { tokens, warmUntil, usedAt } = prefix
  return { answer, before: beforeAnswer(context, answer), tokens, usedAt, warmUntil }
}

function beforeAnswer({ items }: PrefixContext, { event }: Reported): readonly AgentEvent[] {
  return items.slice(0, items.indexOf(event))
}

/** An entry is kept from the last request that used it: the one that was answered, or a later one that kept it warm. */
function prefixAfter(
  { facts, lifetimeOf }: EntryQuestion,
  context: PrefixContext,
  answer: Reported,
): UsedPrefix | null {
  const lifetime = lifetimeOf(beforeAnswer(context, answer), answer)
  const use = (usage: ResponseUsage, usedAt: number): UsedPrefix | null => {
    const prefix = cachedAfter(usage, facts, usedAt, lifetime)
    return prefix === null ? null : { ...prefix, usedAt }
  }
  const written = use(answer.usage, sentAt(answer.event))
  const { keptWarm } = context
  const usage = keptWarm?.data.answer_id === answer.event.id ? recordedUsage(keptWarm.data) : null
  return keptWarm === null || usage === null ? written : (use(usage, sentAt(keptWarm)) ?? written)
}

interface UsedPrefix extends CachedPrefix {
  readonly usedAt: number
}

/** Returns what a relative's newest request that used the common beginning has left of it in the cache. */
function sharedPrefix(question: PrefixQuestion, relative: PrefixContext): CachedPrefix | null {
  const { own, facts } = question
  if (
    relative.system !== own.system ||
    relative.tools !== own.tools ||
    relative.prefixChangedAt !== own.prefixChangedAt
  )
    return null
  const common = commonLength(own.items, relative.items)
  const answer = sharingAnswer(question, relative, common)
  const written = answer === undefined ? null : prefixAfter(question, relative, answer)
  if (written === null) return null
  const tokens = Math.min(written.tokens, commonTokens(question, common))
  return tokens === 0 || tokens < facts.minimumTokens ? null : { ...written, tokens }
}

function commonLength(a: readonly AgentEvent[], b: readonly AgentEvent[]): number {
  const differs = a.findIndex(({ id }, index) => b[index]?.id !== id)
  return differs === -1 ? a.length : differs
}

/**
 * Where entries end at few places, only the first request after the common beginning has one there: later ones continue
 * from their own.
 */
function sharingAnswer(
  { choice, facts }: PrefixQuestion,
  relative: PrefixContext,
  common: number,
): Reported | undefined {
  const after = relative.items.slice(common)
  const first = after.find(({ kind }) => kind === 'assistant')
  const ids = new Set(after.map(({ id }) => id))
  const answers = validAnswers(relative).filter(({ event }) => ids.has(event.id) && isBy(event, choice))
  return answers.findLast(({ event }) => facts.entries === 'everywhere' || event === first)
}

/** The tokens of the common beginning up to the last entry in it. */
function commonTokens({ own, choice, facts, fixed }: PrefixQuestion, common: number): number {
  const items = own.items.slice(0, common)
  if (facts.entries === 'everywhere') return sizeOf({ ...own, items }, choice, fixed)
  const answer = items.findLastIndex(({ kind }) => kind === 'assistant')
  if (facts.entries === 'marks')
    return answer < 0 ? 0 : sizeOf({ ...own, items: items.slice(0, answer + 1) }, choice, fixed)
  const last = validAnswers({ ...own, items }).findLast(({ event }) => isBy(event, choice))
  return last?.usage.inputTokens ?? 0
}

function sizeOf(context: PrefixContext, choice: ModelChoice, fixed: number): number {
  return contextTokens({ items: context.items, fixed }, validAnswers(context), choice)
}

/** An edit changes the beginning of later requests, so what was reported before it does not apply to them. */
export function validAnswers({
  items,
  prefixChangedAt,
}: {
  readonly items: readonly AgentEvent[]
  readonly prefixChangedAt: EventId | null
}): readonly Reported[] {
  return reportedAnswers(items).filter(({ event }) => event.id > (prefixChangedAt ?? 0))
}

/**
 * Returns how many tokens of the tools and the system prompt are read from the cache even if the rest of an agent's
 * request is not; 0: none. Where requests have a mark there, agents of all trees that begin alike share this entry, and
 * each of their requests renews it. Other thinking levels read it too (platform.claude.com, prompt caching).
 *
 * `senders`: the agents whose requests may have left it.
 */
export function cachedHead(question: Omit<PrefixQuestion, 'relatives'>, senders: readonly PrefixContext[]): number {
  const { facts, fixed, now } = question
  const tokens = Math.ceil(fixed)
  if (facts.entries !== 'marks' || tokens < facts.minimumTokens) return 0
  return senders.some((sender) => (keptUntil(question, sender) ?? 0) > now) ? tokens : 0
}

/** Ms since the epoch; null: the sender's requests begin differently, or left nothing. */
function keptUntil(question: Omit<PrefixQuestion, 'relatives'>, sender: PrefixContext): number | null {
  const { own, choice } = question
  if (sender.system !== own.system || sender.tools !== own.tools) return null
  const last = validAnswers(sender).findLast(({ event }) => isByModel(event, choice))
  return last === undefined ? null : (prefixAfter(question, sender, last)?.warmUntil ?? null)
}
