import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { RaceView } from '../../shared/race.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useViews } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import { RaceChart } from './race-chart.tsx'
import styles from './race-board.module.css'
import { printedFailure, raceRuns } from './race-steps.ts'

const words = texts.raceBoard

const NO_EVENTS: readonly AgentEvent[] = []

interface RaceDetailsProps {
  readonly race: RaceView
  /** The attempt whose failures are shown; null: there is none. */
  readonly shown: AgentId | null
}

/** Below the attempts: how their tests went over time, and which tests of the chosen one still fail. */
export function RaceDetails({ race: { agentId, attempts, winner }, shown }: RaceDetailsProps) {
  const events = useViews(({ views }) => views.get(agentId)?.events) ?? NO_EVENTS
  const runs = raceRuns(events)
  const attempt = attempts.find((each) => each.agentId === shown)
  const failure = attempt === undefined ? null : printedFailure(events, attempt.agentId)
  if (runs.size === 0 && failure === null) return null
  return (
    <div className={styles.details}>
      {runs.size === 0 ? null : (
        <section aria-label={words.chart.label}>
          <h3>{words.chart.label}</h3>
          <RaceChart attempts={attempts} runs={runs} winner={winner} />
        </section>
      )}
      {failure === null || attempt === undefined ? null : (
        <section aria-label={words.failing({ attempt: attempt.name })}>
          <h3>{words.failing({ attempt: attempt.name })}</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
          <pre className={styles.failing} tabIndex={0} aria-label={words.failing({ attempt: attempt.name })}>
            {failure.map((line) => visibleText(line)).join('\n')}
          </pre>
        </section>
      )}
    </div>
  )
}
