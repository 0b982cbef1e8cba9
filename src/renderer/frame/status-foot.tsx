import { isRunning } from '../store/agent-state.ts'
import { TodayCost } from '../usage/today-cost.tsx'
import { useConnection, useTree } from '../hooks/use-stores.ts'
import { StateShape } from '../parts/state-shape.tsx'
import { texts } from '../text/texts.ts'
import { Deviations } from './deviations.tsx'
import styles from './status-foot.module.css'

const words = texts.frame.status

/** The foot of the tree: how many agents run, what today's answers cost, and above them what is not as it should be. */
export function StatusFoot() {
  const isOffline = useConnection((state) => state.connection === 'lost')
  const ready = useConnection((state) => state.ready)
  const running = useTree((state) => [...state.agents.values()].filter(isRunning).length)
  return (
    <section className={styles.foot} aria-label={words.label} data-landmark>
      <Deviations />
      <div className={styles.counts}>
        <StateShape state={running === 0 || isOffline ? 'idle' : 'running'} />
        <span>{isOffline ? words.unknown : words.running({ agents: running })}</span>
        <span className={styles.cost}>{ready && !isOffline ? <TodayCost /> : null}</span>
      </div>
    </section>
  )
}

/** The same where no tree is shown: only what is not as it should be, and nothing while all is well. */
export function StatusLine() {
  return (
    <section className={styles.foot} aria-label={words.label}>
      <Deviations />
    </section>
  )
}
