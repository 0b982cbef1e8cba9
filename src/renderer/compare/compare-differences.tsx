import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { texts } from '../text/texts.ts'
import { answeredByAll } from './align-turns.ts'
import { AnswerDifferenceView } from './answer-difference-view.tsx'
import styles from './compare-differences.module.css'
import { useColumnNames } from './use-column-names.ts'
import type { ComparedTurns } from './use-compared-turns.ts'

const words = texts.compare.differences

interface CompareDifferencesProps {
  readonly agents: readonly AgentId[]
  readonly turns: ComparedTurns
}

/** The differences between two answers to one prompt. The user chooses the answers and the prompt. */
export function CompareDifferences({ agents, turns: { rows } }: CompareDifferencesProps) {
  const [left, setLeft] = useState(0)
  const [right, setRight] = useState(1)
  const [chosenPrompt, setChosenPrompt] = useState<number | null>(null)
  const names = useColumnNames(agents)
  const answered = answeredByAll(rows, [left, right])
  const row = answered.find(({ turns }) => turns[left]?.promptId === chosenPrompt) ?? answered.at(-1)
  const [one, other] = [row?.turns[left] ?? null, row?.turns[right] ?? null]
  return (
    <div className={styles.view}>
      <div className={styles.choices}>
        <Choice
          label={words.left}
          value={left}
          options={names.map((name, value) => ({ value, name }))}
          onChange={setLeft}
        />
        <Choice
          label={words.right}
          value={right}
          options={names.map((name, value) => ({ value, name }))}
          onChange={setRight}
        />
        <Choice
          label={words.prompt}
          value={one?.promptId ?? -1}
          options={answered.map(({ prompt, turns }) => ({
            value: turns[left]?.promptId ?? -1,
            name: oneLineOf(prompt),
          }))}
          onChange={setChosenPrompt}
        />
      </div>
      {one === null || other === null ? (
        <p className={styles.nothing}>{words.none}</p>
      ) : (
        <AnswerDifferenceView left={one} right={other} names={[names[left] ?? '', names[right] ?? '']} />
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: number
  readonly options: readonly { readonly value: number; readonly name: string }[]
  onChange(value: number): void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <span className={styles.choiceLabel}>{label}</span>
      <select value={value} onChange={(change) => onChange(Number(change.target.value))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}

const MAX_OPTION = 80

function oneLineOf(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ').trim()
  return line.length <= MAX_OPTION ? line : `${line.slice(0, MAX_OPTION)}…`
}
