import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { parseDollars } from '../../shared/money.ts'
import { DEFAULT_PLAN, MAX_ATTEMPTS, MAX_RETRIES, WINNER_RULES, type RacePlan } from '../../shared/race.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { inEnglishNotation } from '../text/locale.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import { ModelsDialog } from './models-dialog.tsx'
import { NumberEntry } from './number-entry.tsx'
import inputStyles from './dialog-inputs.module.css'
import { NO_MODELS, type SelectedModels, specsOf } from '../models/selected-models.ts'

const words = texts.fork.race

/** Sets a race up and starts it: attempts of models at one task, between which a test command decides. */
export function RaceDialog({ agentId }: { agentId: AgentId }) {
  const { races } = useActions()
  const name = useAgentName(agentId)
  const [selected, setSelected] = useState<SelectedModels>(NO_MODELS)
  const [attempts, setAttempts] = useState(1)
  const [plan, setPlan] = useState<RacePlan>(DEFAULT_PLAN)
  const [dollars, setDollars] = useState('')
  const change = (part: Partial<RacePlan>) => setPlan({ ...plan, ...part })
  const usd = dollars.trim() === '' ? null : parseDollars(inEnglishNotation(dollars))
  const problem = problemOf({ plan, models: selected.size, isAmount: dollars.trim() === '' || usd !== null })
  const count = selected.size * attempts

  async function start(): Promise<string | null> {
    if (problem !== null) return problem
    return races.start({ agentId, models: specsOf(selected), attempts, plan: { ...plan, max_usd: usd } })
  }

  return (
    <ModelsDialog
      agentId={agentId}
      title={words.title({ agent: name })}
      selected={selected}
      onSelect={setSelected}
      note={words.worktrees}
      submitLabel={count > 1 ? words.submitMany({ attempts: count }) : words.submit}
      start={start}
    >
      <RaceFields {...{ plan, change, attempts, setAttempts, dollars, setDollars }} />
    </ModelsDialog>
  )
}

interface RaceFieldsProps {
  readonly plan: RacePlan
  readonly change: (part: Partial<RacePlan>) => void
  readonly attempts: number
  readonly setAttempts: (attempts: number) => void
  /** As typed; empty: no limit. */
  readonly dollars: string
  readonly setDollars: (dollars: string) => void
}

function RaceFields({ plan, change, attempts, setAttempts, dollars, setDollars }: RaceFieldsProps) {
  return (
    <>
      <label className={styles.field}>
        <span className={styles.label}>{words.task}</span>
        <textarea
          dir="auto"
          className={styles.prompt}
          rows={2}
          value={plan.task}
          onChange={({ target }) => change({ task: target.value })}
        />
      </label>
      <label className={styles.field}>
        <span className={styles.label}>{words.test}</span>
        <input
          className={inputStyles.input}
          value={plan.test}
          placeholder="npm test"
          onChange={({ target }) => change({ test: target.value })}
        />
      </label>
      <div className={inputStyles.numbers}>
        <NumberEntry label={words.attempts} value={attempts} min={1} max={MAX_ATTEMPTS} onChange={setAttempts} />
        <NumberEntry
          label={words.retries}
          value={plan.retries}
          min={0}
          max={MAX_RETRIES}
          onChange={(retries) => change({ retries })}
        />
        <label className={styles.field}>
          <span className={styles.label}>{words.limit}</span>
          <input
            className={inputStyles.input}
            value={dollars}
            placeholder={words.noLimit}
            onChange={({ target }) => setDollars(target.value)}
          />
        </label>
      </div>
      <label className={styles.field}>
        <span className={styles.label}>{words.winner}</span>
        <select
          className={inputStyles.input}
          value={plan.winner}
          onChange={({ target }) => change({ winner: WINNER_RULES.find((rule) => rule === target.value) ?? 'first' })}
        >
          {WINNER_RULES.map((rule) => (
            <option key={rule} value={rule}>
              {words.winners[rule]}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={plan.unconfined}
          onChange={({ target }) => change({ unconfined: target.checked })}
        />
        {words.unconfined}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={plan.baseline !== false}
          onChange={({ target }) => change({ baseline: target.checked })}
        />
        {words.baseline}
      </label>
    </>
  )
}

/** Returns what is missing; null: nothing is. */
function problemOf({ plan, models, isAmount }: { plan: RacePlan; models: number; isAmount: boolean }): string | null {
  if (models === 0) return words.problems.models
  if (plan.task.trim() === '') return words.problems.task
  if (plan.test.trim() === '') return words.problems.test
  return isAmount ? null : words.problems.limit
}
