import { Star } from 'lucide-react'

import type { AgentId } from '../../shared/ids.ts'
import { attemptText, type AttemptView, type RaceView, runText } from '../../shared/race.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import { formatCost, formatDollars } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import { BaselineFacts } from './baseline-facts.tsx'
import { TableHead } from './figure-table.tsx'
import styles from './board.module.css'
import { useRace } from './use-race.ts'

const words = texts.raceBoard

/** The attempts of a race, above its log; nothing for an agent that is no race. */
export function RaceBoard({ agentId }: { agentId: AgentId }) {
  const race = useRace(agentId)
  const { races } = useActions()
  if (race === null) return null
  const { attempts, status, winner } = race
  return (
    <section className={styles.board} aria-label={words.label}>
      <div className={styles.head}>
        <span>{factsOf(race)}</span>
        {status === 'running' ? <Button onClick={() => void races.stop(agentId, null)}>{words.stopAll}</Button> : null}
        {status === 'stopped' ? <Button onClick={() => void races.resume(agentId)}>{words.resume}</Button> : null}
      </div>
      {race.baseline === null ? null : (
        <BaselineFacts
          baselines={[{ name: null, baseline: race.baseline }]}
          answer={status === 'asks' ? (goOn) => void races.answer(agentId, goOn) : null}
        />
      )}
      <div className={styles.scroller}>
        <table className={`${styles.table} ${styles.cards}`}>
          <caption className={styles.result}>
            <span role="status">{resultOf(race)}</span>
          </caption>
          <TableHead columns={Object.values(words.columns)} />
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
  const { layout, dialogs, windowView } = useStores()
  const { races } = useActions()
  const { agentId, name, phase, test, changes, changedTests, cost, activeMs, left } = attempt
  const waits = useTree(({ agents }) => agents.get(agentId)?.activity.type) === 'needs_approval'
  const isOver = phase === 'passed' || phase === 'out'
  const open = () => layout.dispatch({ type: 'open', agents: [agentId], focus: true, beside: raceId })
  const review = () => windowView.showChanges({ type: 'agent', agentId, scope: { type: 'agent' } })

  async function adopt(): Promise<void> {
    const planned = await races.planAdoption(raceId, agentId)
    const hasConflicts = planned.ok && planned.value.files.some(({ state }) => state === 'conflict')
    if (hasConflicts) dialogs.setState({ dialog: { type: 'adopt', raceId, agentId, plan: planned.value } })
    else await races.adopt(raceId, agentId, { skip: [], resolve: [] })
  }

  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.name} onClick={open}>
          {isWinner ? <Star aria-label={words.winner} size={13} /> : null} {name}
        </button>
      </th>
      <td data-phase={phase} title={left?.message ?? undefined}>
        {waits ? words.needsYou : attemptText(attempt, words.attempts)}
      </td>
      <td className={styles.acts}>
        {waits ? (
          <Button tone="primary" aria-label={words.answerAttempt({ attempt: name })} onClick={open}>
            {words.answer}
          </Button>
        ) : null}
        {isOver ? null : (
          <Button
            tone="quiet"
            aria-label={words.stopAttempt({ attempt: name })}
            onClick={() => void races.stop(raceId, agentId)}
          >
            {words.stop}
          </Button>
        )}
        {changes === null || changes.files === 0 ? null : (
          <Button tone="quiet" aria-label={words.reviewAttempt({ attempt: name })} onClick={review}>
            {words.review}
          </Button>
        )}
        {phase === 'passed' ? (
          <Button
            tone={isWinner && !isAdopted ? 'primary' : 'plain'}
            aria-label={words.adoptAttempt({ attempt: name })}
            onClick={() => void adopt()}
          >
            {isAdopted ? words.adoptAgain : words.adopt}
          </Button>
        ) : null}
      </td>
      <td className={`${styles.number} ${styles.tests}`}>{test === null ? '–' : runText(test, words.attempts)}</td>
      <td className={styles.number} title={changedTests.join('\n')}>
        {changes === null ? '–' : `+${changes.added} −${changes.removed}`}
        {changedTests.length === 0 ? null : <span className={styles.flag}>{words.changedTests}</span>}
      </td>
      <td className={styles.number}>{formatCost(cost)}</td>
      <td className={styles.number}>{activeMs === 0 ? '–' : formatDuration(activeMs)}</td>
    </tr>
  )
}

function factsOf(race: RaceView): string {
  const { plan, attempts, cost } = race
  const over = attempts.filter(({ phase }) => phase === 'passed' || phase === 'out').length
  const used = formatCost(cost)
  const spent = plan.max_usd === null ? used : texts.budgets.share({ used, limit: formatDollars(plan.max_usd) })
  return [plan.test, words.done({ done: over, attempts: attempts.length }), spent].join(' · ')
}

function resultOf({ attempts, winner, status, plan }: RaceView): string {
  if (status === 'stopped') return words.stopped
  if (status === 'asks') return words.asks
  if (status === 'running') return words.running
  const won = attempts.find(({ agentId }) => agentId === winner)
  if (won === undefined) return words.nonePassed
  const tests = won.test === null ? words.passed : runText(won.test, words.attempts)
  const facts = [tests, words.rules[plan.winner], formatCost(won.cost)].join(', ')
  return words.wins({ attempt: won.name, facts })
}
