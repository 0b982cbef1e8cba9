import { useState } from 'react'

import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { answeredByAll } from './align-turns.ts'
import { AnswerDifferenceView } from './answer-difference-view.tsx'
import styles from './compare-differences.module.css'
import { columnLabel, useColumns } from './column-identity.ts'
import type { ComparedTurns } from './align-turns.ts'

const words = texts.compare.differences

interface CompareDifferencesProps {
  readonly comparison: Comparison
  readonly turns: ComparedTurns
}

/** The differences between two answers to one prompt. The user chooses the answers and the prompt. */
export function CompareDifferences({ comparison, turns: { rows } }: CompareDifferencesProps) {
  const columns = useColumns(comparison)
  // Places among the columns as they are shown.
  const [leftPlace, setLeft] = useState(0)
  const [rightPlace, setRight] = useState(1)
  const [left, right] = [columns[leftPlace]?.index ?? 0, columns[rightPlace]?.index ?? 1]
  const [chosenPrompt, setChosenPrompt] = useState<number | null>(null)
  const names = columns.map(columnLabel)
  const answered = answeredByAll(rows, [left, right])
  const row = answered.find(({ turns }) => turns[left]?.promptId === chosenPrompt) ?? answered.at(-1)
  const [one, other] = [row?.turns[left] ?? null, row?.turns[right] ?? null]
  return (
    <div className={styles.view}>
      <div className={styles.choices}>
        <Choice
          label={words.left}
          value={leftPlace}
          options={names.map((name, value) => ({ value, name }))}
          onChange={setLeft}
        />
        <Choice
          label={words.right}
          value={rightPlace}
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
        <AnswerDifferenceView left={one} right={other} names={[names[leftPlace] ?? '', names[rightPlace] ?? '']} />
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
