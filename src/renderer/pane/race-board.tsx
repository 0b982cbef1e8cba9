import { Star } from 'lucide-react'

import type { AgentId } from '../../shared/ids.ts'
import { costText } from '../../shared/money.ts'
import { attemptText, type AttemptView, type RaceView, runText, spentText } from '../../shared/race.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import styles from './race-board.module.css'
import { useRace } from './use-race.ts'

/** The attempts of a race, above its log; nothing for an agent that is no race. */
export function RaceBoard({ agentId }: { agentId: AgentId }) {
  const race = useRace(agentId)
  const { races } = useActions()
  if (race === null) return null
  const { attempts, status, winner } = race
  return (
    <section className={styles.board} aria-label="Race">
      <div className={styles.head}>
        <span>{factsOf(race)}</span>
        {status === 'running' ? <Button onClick={() => void races.stop(agentId, null)}>Stop all</Button> : null}
        {status === 'stopped' ? <Button onClick={() => void races.resume(agentId)}>Resume race</Button> : null}
      </div>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <caption className={styles.result} role="status">
            {resultOf(race)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Attempt</th>
              <th scope="col">State</th>
              <th scope="col">Actions</th>
              <th scope="col">Tests</th>
              <th scope="col">Changes</th>
              <th scope="col">Cost</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <AttemptRow
                key={attempt.agentId}
                raceId={agentId}
                attempt={attempt}
                isWinner={attempt.agentId === winner}
                isAdopted={attempt.agentId === race.adopted}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface AttemptRowProps {
  readonly raceId: AgentId
  readonly attempt: AttemptView
  readonly isWinner: boolean
  readonly isAdopted: boolean
}

function AttemptRow({ raceId, attempt, isWinner, isAdopted }: AttemptRowProps) {
  const { layout, dialogs } = useStores()
  const { races } = useActions()
  const { agentId, name, phase, test, changes, changedTests, cost, activeMs, left } = attempt
  const waits = useTree(({ agents }) => agents.get(agentId)?.activity.type) === 'needs_approval'
  const isOver = phase === 'passed' || phase === 'out'
  const open = () => layout.dispatch({ type: 'open', agents: [agentId], focus: true, beside: raceId })
  const review = () => dialogs.setState({ dialog: { type: 'changes', agentId, scope: { type: 'agent' } } })
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.name} onClick={open}>
          {isWinner ? <Star aria-label="Winner:" size={13} /> : null} {name}
        </button>
      </th>
      <td data-phase={phase} title={left?.message ?? undefined}>
        {waits ? 'needs you' : attemptText(attempt)}
      </td>
      <td>
        {waits ? (
          <Button tone="primary" aria-label={`Answer ${name}`} onClick={open}>
            Answer
          </Button>
        ) : null}
        {isOver ? null : (
          <Button tone="quiet" aria-label={`Stop ${name}`} onClick={() => void races.stop(raceId, agentId)}>
            Stop
          </Button>
        )}
        {changes === null || changes.files === 0 ? null : (
          <Button tone="quiet" aria-label={`Review ${name}`} onClick={review}>
            Review
          </Button>
        )}
        {phase === 'passed' ? (
          <Button
            tone={isWinner && !isAdopted ? 'primary' : 'plain'}
            aria-label={`Adopt ${name}`}
            onClick={() => void races.adopt(raceId, agentId)}
          >
            {isAdopted ? 'Adopt again' : 'Adopt'}
          </Button>
        ) : null}
      </td>
      <td className={styles.number}>{test === null ? '–' : runText(test)}</td>
      <td className={styles.number} title={changedTests.join('\n')}>
        {changes === null ? '–' : `+${changes.added} −${changes.removed}`}
        {changedTests.length === 0 ? null : <span className={styles.flag}> changed tests</span>}
      </td>
      <td className={styles.number}>{costText(cost)}</td>
      <td className={styles.number}>{activeMs === 0 ? '–' : formatDuration(activeMs)}</td>
    </tr>
  )
}

function factsOf(race: RaceView): string {
  const { plan, attempts } = race
  const over = attempts.filter(({ phase }) => phase === 'passed' || phase === 'out').length
  return `${plan.test} · ${over} of ${attempts.length} done · ${spentText(race)}`
}

function resultOf({ attempts, winner, status, plan }: RaceView): string {
  if (status === 'stopped') return 'Stopped. Nothing runs until you resume it.'
  if (status === 'running') return 'Running'
  const won = attempts.find(({ agentId }) => agentId === winner)
  if (won === undefined) return 'None passed.'
  return `${won.name} wins: ${won.test === null ? 'passed' : runText(won.test)}, ${plan.winner}, ${costText(won.cost)}`
}
