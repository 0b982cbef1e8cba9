import type { AgentActivity } from '../../shared/agent-summary.ts'
import { assertNever } from '../../shared/assert-never.ts'
import styles from './activity-dot.module.css'
import { useNow } from './use-now.ts'

interface ActivityProps {
  readonly activity: AgentActivity
  readonly killed: boolean
}

/** An agent's activity as a dot with its own shape and colour, and a label for screen readers. */
export function ActivityDot({ activity, killed }: ActivityProps) {
  const state = killed ? 'killed' : activity.type
  return (
    <span className={styles.dot} data-state={state} title={activityLabel(activity, killed)}>
      <span className="visually-hidden">{activityLabel(activity, killed)}</span>
    </span>
  )
}

/** The seconds until the next attempt, counting down. */
export function RetryCountdown({ at }: { at: number }) {
  const seconds = Math.max(0, Math.ceil((at - useNow(250)) / 1000))
  return <span className={styles.countdown}>{seconds} s</span>
}

function activityLabel(activity: AgentActivity, killed: boolean): string {
  if (killed) return 'killed'
  switch (activity.type) {
    case 'idle':
      return 'idle'
    case 'streaming':
      return activity.elsewhere === true ? 'answering in another ikigai' : 'answering'
    case 'tools':
      return 'running tools'
    case 'needs_approval':
      return 'needs approval'
    case 'retrying':
      return 'waiting to retry'
    case 'failed':
      return 'failed'
    default:
      return assertNever(activity)
  }
}
