import { isByModel } from '../context/reported-size.ts'
import { type PrefixContext, type PrefixQuestion, prefixAfter, validAnswers } from './cached-prefix.ts'

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
