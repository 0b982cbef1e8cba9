import { Star } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { AgentId } from '../../shared/ids.ts'
import { type RaceView, runText } from '../../shared/race.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { formatCost } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import { AttemptRow } from './attempt-row.tsx'
import { BaselineFacts } from './baseline-facts.tsx'
import styles from './race-board.module.css'
import tableStyles from './race-table.module.css'
import { RaceDetails } from './race-details.tsx'
import { RaceHead } from './race-head.tsx'
import { useRace } from './use-race.ts'

const words = texts.raceBoard

interface RaceContentsProps {
  readonly race: RaceView
  /** Whether it stands in place of the panes, with the task above it and details below. */
  readonly isWhole: boolean
  /** Shows the pane of an attempt. */
  onOpen(agentId: AgentId): void
}

/** The attempts of a race with their result, and what can be done with them. */
export function RaceContents({ race, isWhole, onOpen }: RaceContentsProps) {
  const { races } = useActions()
  const { windowView } = useStores()
  const [selected, setSelected] = useState<readonly AgentId[]>([])
  const [chosen, setChosen] = useState<AgentId | null>(null)
  const { agentId, attempts, status, winner, baseline } = race
  const shown = chosen ?? winner ?? attempts[0]?.agentId ?? null
  const most = Math.max(0, ...attempts.map(({ test }) => (test?.counts?.passed ?? 0) + (test?.counts?.failed ?? 0)))
  const dearest = Math.max(0, ...attempts.map(({ cost }) => cost.usd))
  const passed = attempts.filter(({ phase }) => phase === 'passed')
  const least = passed.length < 2 ? null : Math.min(...passed.map(({ cost }) => cost.usd))
  const review = (of: AgentId) => windowView.showChanges({ type: 'agent', agentId: of, scope: { type: 'agent' } })
  return (
    <>
      <RaceHead race={race} selected={selected} isWhole={isWhole} />
      {baseline === null || (baseline.outcome === 'fails' && status !== 'asks') ? null : (
        <BaselineFacts
          baselines={[{ name: null, baseline }]}
          answer={status === 'asks' ? (goOn) => void races.answer(agentId, goOn) : null}
        />
      )}
      <div className={styles.result} data-won={winner !== null}>
        {winner === null ? null : <Star size={16} aria-hidden />}
        <span role="status">{resultOf(race)}</span>
        {winner === null ? null : (
          <Button tone="quiet" onClick={() => review(winner)}>
            {words.seeChanges}
          </Button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the focused row */}
      <table className={tableStyles.table} onKeyDown={moveBetweenRows}>
        <caption className="visually-hidden">{words.caption({ attempts: attempts.length })}</caption>
        <thead>
          <tr>
            <th aria-label={words.columns.number}>#</th>
            {Object.entries(words.columns).map(([name, column]) =>
              name === 'number' ? null : (
                <th key={name} scope="col" data-column={name}>
                  {name === 'actions' ? <span className="visually-hidden">{column}</span> : column}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt, index) => (
            <AttemptRow
              key={attempt.agentId}
              race={race}
              attempt={attempt}
              number={index + 1}
              most={most}
              share={dearest === 0 ? 0 : attempt.cost.usd / dearest}
              isCheapest={least !== null && attempt.phase === 'passed' && attempt.cost.usd === least}
              isShown={attempt.agentId === shown}
              isSelected={selected.includes(attempt.agentId)}
              onChoose={() => setChosen(attempt.agentId)}
              onOpen={() => onOpen(attempt.agentId)}
              onReview={() => review(attempt.agentId)}
              onSelect={() =>
                setSelected((before) =>
                  before.includes(attempt.agentId)
                    ? before.filter((id) => id !== attempt.agentId)
                    : [...before, attempt.agentId],
                )
              }
            />
          ))}
        </tbody>
      </table>
      {isWhole ? <RaceDetails race={race} shown={shown} /> : null}
    </>
  )
}

/** ↑ and ↓ go to the row above and below. */
function moveBetweenRows(key: KeyboardEvent<HTMLElement>): void {
  const step = key.key === 'ArrowDown' ? 1 : key.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || key.ctrlKey || key.metaKey || key.altKey || !(key.target instanceof HTMLElement)) return
  const rows = [...key.currentTarget.querySelectorAll<HTMLElement>('tbody tr')]
  const index = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[index + step]
  if (next === undefined) return
  key.preventDefault()
  next.focus()
}

/** What has come of the race, the winner first. */
function resultOf({ attempts, winner, status, plan }: RaceView): ReactNode {
  const won = attempts.find(({ agentId }) => agentId === winner)
  if (won === undefined) return status === 'ended' ? words.nonePassed : words[status]
  const { test, cost } = won
  const counts = test?.counts ?? null
  const all = counts === null ? 0 : counts.passed + counts.failed
  const tests =
    counts === null
      ? test === null
        ? words.passed
        : runText(test, words.attempts)
      : words.testsPassed({ passed: counts.passed, tests: all })
  return (
    <>
      <strong>{words.winnerIsNamed({ attempt: won.name })}</strong>{' '}
      {words.wins({ tests, cost: formatCost(cost), rule: words.rules[plan.winner] })}
    </>
  )
}

/** The attempts of a race above its conversation; nothing for an agent that is no race. */
export function RaceBoard({ agentId }: { readonly agentId: AgentId }) {
  const { layout } = useStores()
  const race = useRace(agentId)
  if (race === null) return null
  const open = (opened: AgentId) => layout.dispatch({ type: 'open', agents: [opened], focus: true, beside: agentId })
  return (
    <section className={styles.board} aria-label={texts.raceBoard.label}>
      <RaceContents race={race} isWhole={false} onOpen={open} />
    </section>
  )
}
