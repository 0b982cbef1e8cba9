import { Maximize2, Scale } from 'lucide-react'

import { MAX_COMPARED } from '../../shared/comparison-size.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { RaceView } from '../../shared/race.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { formatCost, formatDollars } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import styles from './race-board.module.css'

const words = texts.raceBoard

interface RaceHeadProps {
  readonly race: RaceView
  /** Attempts that were selected for a comparison. */
  readonly selected: readonly AgentId[]
  readonly isWhole: boolean
}

/** How far a race is, what it costs, and what can be done with all attempts; above it the task, if there is room. */
export function RaceHead({ race, selected, isWhole }: RaceHeadProps) {
  const { races, compare } = useActions()
  const { comparisons, dialogs, layout } = useStores()
  const { agentId, plan, attempts, status, cost } = race
  const over = attempts.filter(({ phase }) => phase === 'passed' || phase === 'out').length
  const passing = attempts.flatMap(({ phase, agentId: id }) => (phase === 'passed' ? [id] : []))
  const changed = attempts.flatMap(({ changes, agentId: id }) => (changes !== null && changes.files > 0 ? [id] : []))
  const compared = (selected.length < 2 ? changed : selected).slice(0, MAX_COMPARED)

  function compareChanges(): void {
    compare.show(compared)
    comparisons.dispatch({ type: 'tab', id: compared.join(' '), tab: 'changes' })
  }

  function judge(): void {
    const judged = passing.slice(0, MAX_COMPARED)
    compare.show(judged)
    dialogs.setState({ dialog: { type: 'answers', comparison: judged.join(' '), task: 'judge' } })
  }

  return (
    <header className={styles.head}>
      <span className={styles.muted}>{words.done({ done: over, attempts: attempts.length })}</span>
      <span className={styles.muted}>
        {plan.max_usd === null
          ? formatCost(cost)
          : texts.budgets.share({ used: formatCost(cost), limit: formatDollars(plan.max_usd) })}
      </span>
      <span className={styles.space} />
      {compared.length < 2 ? null : <Button onClick={compareChanges}>{words.compare}</Button>}
      {passing.length < 2 ? null : (
        <Button onClick={judge}>
          <Scale size={14} aria-hidden /> {words.judge}
        </Button>
      )}
      {status === 'running' ? <Button onClick={() => void races.stop(agentId, null)}>{words.stopAll}</Button> : null}
      {status === 'stopped' ? <Button onClick={() => void races.resume(agentId)}>{words.resume}</Button> : null}
      {isWhole ? null : (
        <Button onClick={() => layout.dispatch({ type: 'toggle_maximised', agentId })}>
          <Maximize2 size={13} aria-hidden /> {words.openBoard}
        </Button>
      )}
      <div className={styles.task}>
        {isWhole ? (
          <p className={styles.ask} dir="auto">
            {plan.task}
          </p>
        ) : null}
        <dl className={styles.facts}>
          <div>
            <dt>{words.decidedBy}</dt>
            <dd className={styles.mono}>{plan.test}</dd>
          </div>
          <div>
            <dt>{words.winnerIs}</dt>
            <dd>{words.winners[plan.winner]}</dd>
          </div>
        </dl>
      </div>
    </header>
  )
}
