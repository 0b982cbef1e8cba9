import { Star } from 'lucide-react'
import type { KeyboardEvent } from 'react'

import type { ModelChoice } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AttemptView, RaceView } from '../../shared/race.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import { FigureBar } from '../parts/figure-bar.tsx'
import { formatCost } from '../parts/money-text.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { StateShape } from '../parts/state-shape.tsx'
import { texts } from '../text/texts.ts'
import { attemptState } from './attempt-state.ts'
import styles from './attempt-row.module.css'
import cellStyles from './test-cells.module.css'
import tableStyles from './race-table.module.css'
import { TestCells } from './test-cells.tsx'

const words = texts.raceBoard

interface AttemptRowProps {
  readonly race: RaceView
  readonly attempt: AttemptView
  /** From 1. */
  readonly number: number
  /** Tests of the attempt that ran most of them. */
  readonly most: number
  /** Of its cost, of the dearest one: from 0 to 1. */
  readonly share: number
  readonly isCheapest: boolean
  /** Whether details are shown of it. */
  readonly isShown: boolean
  /** Whether it is selected for a comparison. */
  readonly isSelected: boolean
  onChoose(): void
  onSelect(): void
}

/** One attempt: its branch, its state, its tests, and the one act that is next. */
export function AttemptRow(props: AttemptRowProps) {
  const { race, attempt, number, most, share, isCheapest, isShown, isSelected, onChoose, onSelect } = props
  const { layout } = useStores()
  const { agentId, name, phase, test, activeMs, left } = attempt
  const agent = useTree(({ agents }) => agents.get(agentId))
  const waits = agent?.activity.type === 'needs_approval'
  const state = attemptState(attempt, race.plan, waits)
  const adopt = useAdopt(race.agentId, agentId)
  const isWinner = agentId === race.winner
  const open = () => layout.dispatch({ type: 'open', agents: [agentId], focus: true, beside: race.agentId })

  function onKeyDown(key: KeyboardEvent<HTMLElement>): void {
    if (key.target !== key.currentTarget || key.ctrlKey || key.metaKey || key.altKey) return
    const act =
      key.key === 'Enter'
        ? open
        : key.key === ' '
          ? onSelect
          : key.key.toLowerCase() === 'a' && phase === 'passed'
            ? adopt
            : null
    if (act === null) return
    key.preventDefault()
    act()
  }

  return (
    <tr
      className={tableStyles.row}
      data-winner={isWinner}
      data-shown={isShown}
      aria-selected={isSelected}
      tabIndex={isShown ? 0 : -1}
      onFocus={onChoose}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      <td className={tableStyles.branch} data-column="number">
        <span className={tableStyles.line} aria-hidden />
        <span className={tableStyles.number}>{number}</span>
      </td>
      <WhoCell name={name} choice={agent?.choice ?? null} isWinner={isWinner} onOpen={open} />
      <td data-column="state" data-phase={phase} title={left?.message ?? undefined}>
        <span className={styles.state}>
          <StateShape state={state.shape} /> {state.title}
        </span>
        {state.detail === null ? null : (
          <span className={styles.detail} data-detail>
            {state.detail}
          </span>
        )}
      </td>
      <td data-column="tests">
        <TestCells test={test} most={most} />
      </td>
      <ChangesCell attempt={attempt} />
      <CostCell attempt={attempt} share={share} isCheapest={isCheapest} />
      <td data-column="time">{activeMs === 0 ? '–' : formatDuration(activeMs)}</td>
      <td className={tableStyles.acts} data-column="actions">
        <AttemptActs attempt={attempt} race={race} waits={waits} adopt={() => void adopt()} open={open} />
      </td>
    </tr>
  )
}

interface WhoCellProps {
  readonly name: string
  readonly choice: ModelChoice | null
  readonly isWinner: boolean
  onOpen(): void
}

function WhoCell({ name, choice, isWinner, onOpen }: WhoCellProps) {
  return (
    <th scope="row" data-column="attempt">
      <span className={styles.who}>
        {choice === null ? null : <ProviderLeaf of={choice.provider} />}
        <button type="button" className={styles.name} onClick={onOpen}>
          {name}
        </button>
        {isWinner ? <Star className={styles.star} role="img" aria-label={words.winner} size={13} /> : null}
      </span>
      {choice === null ? null : (
        <span className={styles.detail} data-detail>
          {choice.thinkingLevel}
        </span>
      )}
    </th>
  )
}

function ChangesCell({ attempt: { changes, changedTests } }: Pick<AttemptRowProps, 'attempt'>) {
  return (
    <td data-column="changes" title={changedTests.join('\n')}>
      {changes === null ? (
        '–'
      ) : (
        <>
          <span className={styles.added}>{words.added({ lines: changes.added })}</span>{' '}
          <span className={styles.removed}>{words.removed({ lines: changes.removed })}</span>
          <span className={styles.detail} data-detail>
            {words.files({ files: changes.files })}
          </span>
        </>
      )}
      {changedTests.length === 0 ? null : <span className={styles.flag}>{words.changesTests}</span>}
    </td>
  )
}

function CostCell({ attempt: { cost }, share, isCheapest }: Pick<AttemptRowProps, 'attempt' | 'share' | 'isCheapest'>) {
  return (
    <td data-column="cost">
      <span>
        {formatCost(cost)}
        {isCheapest ? <span className={styles.best}> {words.best}</span> : null}
      </span>
      <FigureBar share={share} isMarked={isCheapest} className={cellStyles.bar} />
    </td>
  )
}

interface AttemptActsProps {
  readonly race: RaceView
  readonly attempt: AttemptView
  readonly waits: boolean
  adopt(): void
  open(): void
}

function AttemptActs({ race, attempt, waits, adopt, open }: AttemptActsProps) {
  const { windowView } = useStores()
  const { races } = useActions()
  const { agentId, name, phase, changes } = attempt
  const isOver = phase === 'passed' || phase === 'out'
  const isAdopted = agentId === race.adopted
  const review = () => windowView.showChanges({ type: 'agent', agentId, scope: { type: 'agent' } })
  return (
    <>
      {waits ? (
        <Button tone="primary" aria-label={words.answerAttempt({ attempt: name })} onClick={open}>
          {words.answer}
        </Button>
      ) : null}
      {isOver ? null : (
        <Button
          aria-label={words.stopAttempt({ attempt: name })}
          onClick={() => void races.stop(race.agentId, agentId)}
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
          tone={agentId === race.winner && !isAdopted ? 'primary' : 'plain'}
          aria-label={words.adoptAttempt({ attempt: name })}
          onClick={adopt}
        >
          {isAdopted ? words.adoptAgain : words.adopt}
        </Button>
      ) : null}
    </>
  )
}

/** Adopts an attempt; files that cannot be merged are asked about first. */
function useAdopt(raceId: AgentId, agentId: AgentId): () => Promise<void> {
  const { dialogs } = useStores()
  const { races } = useActions()
  return async () => {
    const planned = await races.planAdoption(raceId, agentId)
    const hasConflicts = planned.ok && planned.value.files.some(({ state }) => state === 'conflict')
    if (hasConflicts) dialogs.setState({ dialog: { type: 'adopt', raceId, agentId, plan: planned.value } })
    else await races.adopt(raceId, agentId, { skip: [], resolve: [] })
  }
}
