import { Star } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { type RaceView, runText } from '../../shared/race.ts'
import { useActions } from '../hooks/app-context.ts'
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

interface RaceBoardProps {
  readonly agentId: AgentId
  /** Whether it stands in place of the pane's conversation, with the task above it and details below. */
  readonly isWhole: boolean
}

/** The attempts of a race; nothing for an agent that is no race. */
export function RaceBoard({ agentId, isWhole }: RaceBoardProps) {
  const race = useRace(agentId)
  const { races } = useActions()
  const [selected, setSelected] = useState<readonly AgentId[]>([])
  const [chosen, setChosen] = useState<AgentId | null>(null)
  if (race === null) return null
  const { attempts, status, winner, baseline } = race
  const shown = chosen ?? winner ?? attempts[0]?.agentId ?? null
  const most = Math.max(0, ...attempts.map(({ test }) => (test?.counts?.passed ?? 0) + (test?.counts?.failed ?? 0)))
  const dearest = Math.max(0, ...attempts.map(({ cost }) => cost.usd))
  const passed = attempts.filter(({ phase }) => phase === 'passed')
  const least = passed.length < 2 ? null : Math.min(...passed.map(({ cost }) => cost.usd))
  return (
    <section className={styles.board} aria-label={words.label} data-whole={isWhole}>
      <RaceHead race={race} selected={selected} isWhole={isWhole} />
      {baseline === null ? null : (
        <BaselineFacts
          baselines={[{ name: null, baseline }]}
          answer={status === 'asks' ? (goOn) => void races.answer(agentId, goOn) : null}
        />
      )}
      <p className={styles.result} data-won={winner !== null}>
        {winner === null ? null : <Star size={14} aria-hidden />}
        <span role="status">{resultOf(race)}</span>
      </p>
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
    </section>
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

function resultOf({ attempts, winner, status, plan }: RaceView): string {
  if (status === 'stopped') return words.stopped
  if (status === 'asks') return words.asks
  if (status === 'running') return words.running
  const won = attempts.find(({ agentId }) => agentId === winner)
  if (won === undefined) return words.nonePassed
  const { test, cost } = won
  const counts = test?.counts ?? null
  const all = counts === null ? 0 : counts.passed + counts.failed
  const tests =
    counts === null
      ? test === null
        ? words.passed
        : runText(test, words.attempts)
      : words.testsPassed({ passed: counts.passed, tests: all })
  return words.wins({ attempt: won.name, tests, cost: formatCost(cost), rule: words.rules[plan.winner] })
}
