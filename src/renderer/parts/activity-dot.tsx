import type { AgentActivity } from '../../shared/agent-summary.ts'
import { activityLabel } from './activity-label.ts'
import styles from './activity-dot.module.css'
import { useNow } from './use-now.ts'

interface ActivityProps {
  readonly activity: AgentActivity
  readonly killed: boolean
}

/** An agent's activity as a sign with its own shape and colour, and a label for screen readers. */
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
