import { Square, Star } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'

import type { ModelChoice } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AttemptView, RaceView } from '../../shared/race.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { formatRoughDuration } from '../parts/format-figures.ts'
import { FigureBar } from '../parts/figure-bar.tsx'
import { formatCost } from '../parts/money-text.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { StateShape } from '../parts/state-shape.tsx'
import { useNow } from '../parts/use-now.ts'
import { texts } from '../text/texts.ts'
import { attemptState } from './attempt-state.ts'
import styles from './attempt-row.module.css'
import cellStyles from './test-cells.module.css'
import tableStyles from './race-table.module.css'
import { TestCells } from './test-cells.tsx'

const words = texts.raceBoard

/** How often the time of an attempt that works is counted up, ms. */
const TIME_MS = 1_000

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
  /** Shows its pane. */
  onOpen(): void
  /** Shows its changes. */
  onReview(): void
}

/** One attempt: its branch, its state, its tests, and the one act that is next. */
export function AttemptRow(props: AttemptRowProps) {
  const { race, attempt, number, most, share, isCheapest, isShown, isSelected, onChoose, onSelect, onOpen } = props
  const { agentId, name, phase, test, left } = attempt
  const agent = useTree(({ agents }) => agents.get(agentId))
  const waits = agent?.activity.type === 'needs_approval'
  const state = attemptState(attempt, race, waits)
  const adopt = useAdopt(race.agentId, agentId)
  const isWinner = agentId === race.winner

  function onKeyDown(key: KeyboardEvent<HTMLElement>): void {
    if (key.target !== key.currentTarget || key.ctrlKey || key.metaKey || key.altKey) return
    const act =
      key.key === 'Enter'
        ? onOpen
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
      <WhoCell name={name} choice={agent?.choice ?? null} isWinner={isWinner} onOpen={onOpen} />
      <td data-column="state" data-phase={phase} title={left?.message ?? undefined}>
        <span className={state.shape === 'done' ? styles.passed : undefined}>
          <StateShape state={state.shape} />
        </span>
        <span className={styles.two}>
          <span>{state.title}</span>
          {state.detail === null ? null : (
            <span className={styles.detail} data-detail>
              {state.detail}
            </span>
          )}
        </span>
      </td>
      <td data-column="tests">
        <TestCells test={test} most={most} />
      </td>
      <ChangesCell attempt={attempt} onReview={props.onReview} />
      <CostCell attempt={attempt} share={share} isCheapest={isCheapest} />
      <TimeCell key={attempt.activeMs} attempt={attempt} isRunning={race.status === 'running'} />
      <td className={tableStyles.acts} data-column="actions">
        <AttemptAct attempt={attempt} race={race} waits={waits} adopt={() => void adopt()} open={onOpen} />
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
      {choice === null ? null : <ProviderLeaf of={choice.provider} />}
      <span className={styles.two}>
        <span className={styles.who}>
          <button type="button" className={styles.name} onClick={onOpen}>
            {name}
          </button>
          {isWinner ? <Star className={styles.star} role="img" aria-label={words.winner} size={14} /> : null}
        </span>
        {choice === null || choice.thinkingLevel === 'none' ? null : (
          <span className={styles.detail} data-detail>
            {texts.models.level.words[choice.thinkingLevel]}
          </span>
        )}
      </span>
    </th>
  )
}

function ChangesCell({ attempt, onReview }: { readonly attempt: AttemptView; readonly onReview: () => void }) {
  const { name, changes, changedTests } = attempt
  if (changes === null || changes.files === 0) return <td data-column="changes">–</td>
  const files = words.files({ files: changes.files })
  const added = words.added({ lines: changes.added })
  const removed = words.removed({ lines: changes.removed })
  return (
    <td data-column="changes" title={changedTests.join('\n')}>
      <span className={styles.two}>
        <button
          type="button"
          className={styles.name}
          aria-label={words.reviewAttempt({ attempt: name, files, figures: `${added} ${removed}` })}
          title={words.review}
          onClick={onReview}
        >
          <span className={styles.added}>{added}</span> <span className={styles.removed}>{removed}</span>
        </button>
        {changedTests.length > 0 ? (
          <span className={styles.flag}>{words.changesTests}</span>
        ) : (
          <span className={styles.detail} data-detail>
            {files}
          </span>
        )}
      </span>
    </td>
  )
}

function CostCell({ attempt: { cost }, share, isCheapest }: Pick<AttemptRowProps, 'attempt' | 'share' | 'isCheapest'>) {
  return (
    <td data-column="cost">
      <span className={styles.two}>
        <span>
          {formatCost(cost)}
          {isCheapest ? <span className={styles.best}> {words.best}</span> : null}
        </span>
        <FigureBar share={share} isMarked={isCheapest} className={cellStyles.bar} />
      </span>
    </td>
  )
}

/** How long the attempt has worked; counts up while it does. */
function TimeCell({ attempt: { activeMs, phase }, isRunning }: { attempt: AttemptView; isRunning: boolean }) {
  const [shownAt] = useState(() => Date.now())
  const now = useNow(TIME_MS)
  const counts = isRunning && (phase === 'working' || phase === 'testing')
  const spent = counts ? activeMs + Math.max(0, now - shownAt) : activeMs
  return <td data-column="time">{spent === 0 ? '–' : formatRoughDuration(spent)}</td>
}

interface AttemptActProps {
  readonly race: RaceView
  readonly attempt: AttemptView
  readonly waits: boolean
  adopt(): void
  open(): void
}

/** The one act that is next. */
function AttemptAct({ race, attempt, waits, adopt, open }: AttemptActProps) {
  const { races } = useActions()
  const { agentId, name, phase, test } = attempt
  if (waits) {
    return (
      <Button aria-label={words.answerAttempt({ attempt: name })} onClick={open}>
        {words.answer}
      </Button>
    )
  }
  // What was decided before it finished can be adopted, too.
  if (phase === 'passed' || (phase === 'out' && test?.passed === true)) {
    const isAdopted = agentId === race.adopted
    return (
      <Button
        tone={agentId === race.winner && !isAdopted ? 'primary' : 'plain'}
        aria-label={words.adoptAttempt({ attempt: name })}
        onClick={adopt}
      >
        {isAdopted ? words.adoptAgain : words.adopt}
      </Button>
    )
  }
  return phase === 'out' ? (
    <Button aria-label={words.openAttempt({ attempt: name })} onClick={open}>
      {words.open}
    </Button>
  ) : (
    <Button aria-label={words.stopAttempt({ attempt: name })} onClick={() => void races.stop(race.agentId, agentId)}>
      <Square aria-hidden /> {words.stop}
    </Button>
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
