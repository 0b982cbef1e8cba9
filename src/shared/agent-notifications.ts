import { type AgentActivity, type AgentSummary, isBusy } from './agent-summary.ts'
import type { EngineFeedItem } from './engine-state.ts'
import type { AgentId } from './ids.ts'
import { shortAgentId } from './ids.ts'

/** The last known activity of each agent. */
export type KnownActivities = ReadonlyMap<AgentId, AgentActivity['type']>

/** A system notification. */
export interface AgentNotification {
  /** The agent to show when the user clicks the notification. */
  readonly agentId: AgentId
  readonly title: string
  readonly body: string
}

export interface NoticeDecision {
  readonly known: KnownActivities
  readonly notices: readonly AgentNotification[]
}

/** A larger number of simultaneous notifications is combined into one. */
const MAX_NOTICES = 3

/**
 * Returns the notifications for a user who is not looking at the window: an agent finished, failed or needs an
 * approval. A snapshot that repeats a known state causes none.
 */
export function decideNotifications(known: KnownActivities, items: readonly EngineFeedItem[]): NoticeDecision {
  const activities = new Map(known)
  const notices: AgentNotification[] = []
  for (const item of items) {
    if (item.type === 'status') continue
    for (const agent of item.type === 'snapshot' ? item.agents : [item.agent]) {
      const notice = item.type === 'snapshot' ? null : noticeOf(activities.get(agent.id), agent)
      if (notice !== null) notices.push(notice)
      activities.set(agent.id, agent.activity.type)
    }
  }
  return { known: activities, notices: gathered(notices) }
}

function noticeOf(before: AgentActivity['type'] | undefined, agent: AgentSummary): AgentNotification | null {
  const { id, name, activity } = agent
  if (before === activity.type) return null
  const notice = (title: string, body: string): AgentNotification => ({ agentId: id, title, body })
  const called = name === '' ? `Agent ${shortAgentId(id)}` : name
  switch (activity.type) {
    case 'idle':
      return before !== undefined && isBusy(before) ? notice(`${called} has finished`, modelOf(agent)) : null
    case 'failed':
      return activity.earlier === true ? null : notice(`${called} failed`, activity.error.message)
    case 'needs_approval':
      return notice(`${called} needs your approval`, 'A tool call is waiting for your answer.')
    case 'streaming':
    case 'tools':
    case 'retrying':
      return null
    default:
      return activity satisfies never
  }
}

function modelOf({ choice }: AgentSummary): string {
  return choice === null ? '' : choice.model
}

function gathered(notices: readonly AgentNotification[]): readonly AgentNotification[] {
  const [first] = notices
  if (first === undefined || notices.length <= MAX_NOTICES) return notices
  const titles = notices.map(({ title }) => title)
  return [{ agentId: first.agentId, title: `${notices.length} agents have updates`, body: titles.join('\n') }]
}
