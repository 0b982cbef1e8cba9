import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { PendingApproval } from '../../shared/approval.ts'
import type { Dismissals } from './dismissal-store.ts'

/** What needs the user, by section, the oldest first in each. */
export interface InboxItems {
  readonly waiting: readonly PendingApproval[]
  readonly interrupted: readonly AgentSummary[]
  readonly failed: readonly AgentSummary[]
}

export function inboxItems(
  agents: Iterable<AgentSummary>,
  pending: Iterable<PendingApproval>,
  dismissals: Dismissals,
): InboxItems {
  const stopped = [...agents].filter((agent) => isUnfinished(agent) && !isDismissed(agent, dismissals)).toSorted(byAge)
  return {
    waiting: [...pending].toSorted((a, b) => a.askedAt - b.askedAt),
    interrupted: stopped.filter((agent) => !isFailed(agent)),
    failed: stopped.filter(isFailed),
  }
}

export const NO_DISMISSALS: Dismissals = { events: {} }

/** Returns whether no turn runs or waits, and the newest one has no answer. */
function isUnfinished({ activity, status, unfinished }: AgentSummary): boolean {
  if (status === 'killed') return false
  return activity.type === 'failed' || (activity.type === 'idle' && unfinished !== undefined)
}

function isFailed({ activity, unfinished }: AgentSummary): boolean {
  return activity.type === 'failed' || unfinished?.type === 'failed'
}

function isDismissed({ id, unfinished }: AgentSummary, { events }: Dismissals): boolean {
  return unfinished !== undefined && events[id] === unfinished.eventId
}

function byAge(a: AgentSummary, b: AgentSummary): number {
  return (a.unfinished?.eventId ?? Infinity) - (b.unfinished?.eventId ?? Infinity)
}

/** Returns the dismissals with those of these agents, in place of earlier ones of the same agents. */
export function withDismissed({ events }: Dismissals, agents: readonly AgentSummary[]): Dismissals {
  const added = agents.flatMap(({ id, unfinished }) =>
    unfinished === undefined ? [] : [[id, unfinished.eventId] as const],
  )
  return { events: { ...events, ...Object.fromEntries<number>(added) } }
}

/**
 * Returns the other questions that can be answered together with one: calls of the same tool for which the engine
 * offers the same pattern, and whose whole subject is one short line without anything else to decide on.
 */
export function questionsLike(
  question: PendingApproval,
  pattern: string | null,
  pending: Iterable<PendingApproval>,
): readonly PendingApproval[] {
  return [...pending].filter(
    (other) =>
      other.id !== question.id &&
      pattern !== null &&
      other.tool === question.tool &&
      other.access === question.access &&
      other.patterns.includes(pattern) &&
      isPlain(other) &&
      JSON.stringify(other.sandbox) === JSON.stringify(question.sandbox),
  )
}

/** Length up to which a subject is shown whole in a list, UTF-16 units. */
const SHORT = 200

function isPlain({
  subject,
  preview,
  definitionChange,
  protectedAs,
  askedByHook,
  link,
  mailFrom,
}: PendingApproval): boolean {
  const extras = [preview, definitionChange, protectedAs, askedByHook, link, mailFrom]
  return subject.length <= SHORT && !subject.includes('\n') && extras.every((extra) => extra === undefined)
}
