import type { AgentActivity } from '../../shared/agent-summary.ts'
import { texts } from '../text/texts.ts'
import styles from './activity-dot.module.css'
import { type ShapedState, StateShape } from './state-shape.tsx'
import { useNow } from './use-now.ts'

const words = texts.parts

interface ActivityProps {
  readonly activity: AgentActivity
  readonly killed: boolean
  /** What a screen reader says of an unread result; missing: there is none. Only shown while the agent is idle. */
  readonly unread?: string | undefined
}

const SHAPES: Readonly<Record<AgentActivity['type'] | 'killed' | 'unread', ShapedState>> = {
  idle: 'idle',
  streaming: 'running',
  tools: 'tools',
  needs_approval: 'needs_you',
  retrying: 'retrying',
  failed: 'failed',
  unread: 'unseen',
  killed: 'denied',
}

/** Returns the shape of an activity. `isUnread`: whether its result was not seen; it is shown while the agent is idle. */
export function activityShape(activity: AgentActivity, killed: boolean, isUnread: boolean): ShapedState {
  return SHAPES[killed ? 'killed' : isUnread && activity.type === 'idle' ? 'unread' : activity.type]
}

/** An agent's activity as a sign with its own shape and colour, and a label for screen readers. */
export function ActivityDot({ activity, killed, unread }: ActivityProps) {
  const isUnread = unread !== undefined && activity.type === 'idle' && !killed
  const state = killed ? 'killed' : isUnread ? 'unread' : activity.type
  const label = isUnread ? unread : activityLabel(activity, killed)
  return (
    <span className={styles.dot} data-state={state} title={label}>
      <StateShape state={SHAPES[state]} />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** The seconds until the next attempt, counting down. */
export function RetryCountdown({ at }: { at: number }) {
  return <span className={styles.countdown}>{words.seconds({ seconds: secondsUntil(at, useNow(250)) })}</span>
}

/** Returns the whole seconds until a time; both ms since the epoch. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000))
}

const activityWords = texts.parts.activity

/** What an agent is doing, in words. */
export function activityLabel(activity: AgentActivity, killed: boolean): string {
  if (killed) return activityWords.killed
  return activity.type === 'streaming' && activity.elsewhere === true
    ? activityWords.elsewhere
    : activityWords[activity.type]
}
