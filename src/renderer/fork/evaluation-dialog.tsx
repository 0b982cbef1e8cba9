import { useState } from 'react'

import { MAX_AT_ONCE, MAX_REPEAT } from '../../shared/evaluation-file.ts'
import { parseDollars } from '../../shared/money.ts'
import { useActions } from '../hooks/app-context.ts'
import { inEnglishNotation } from '../text/locale.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import { NO_MODELS, type SelectedModels } from '../models/selected-models.ts'
import { ModelsDialog } from './models-dialog.tsx'
import { NumberEntry } from './number-entry.tsx'
import inputStyles from './dialog-inputs.module.css'

const words = texts.fork.evaluation

/** What is entered in the dialog. */
interface Entries {
  readonly file: string
  readonly repeat: number
  readonly atOnce: number
  /** As typed; empty: no limit. */
  readonly dollars: string
  readonly isNew: boolean
  readonly unconfined: boolean
  readonly baseline: boolean
}

const FIRST: Entries = { file: '', repeat: 1, atOnce: 4, dollars: '', isNew: false, unconfined: false, baseline: true }

/** Runs the tasks of a file with the chosen models. */
export function EvaluationDialog() {
  const { evaluations } = useActions()
  const [selected, setSelected] = useState<SelectedModels>(NO_MODELS)
  const [entries, setEntries] = useState(FIRST)
  const change = (part: Partial<Entries>) => setEntries({ ...entries, ...part })

  async function start(models: readonly string[]): Promise<string | null> {
    const { dollars, file, ...others } = entries
    const maxUsd = dollars.trim() === '' ? null : parseDollars(inEnglishNotation(dollars))
    if (models.length === 0) return words.problems.models
    if (file.trim() === '') return words.problems.file
    if (maxUsd === null && dollars.trim() !== '') return words.problems.limit
    return evaluations.start({ ...others, file: file.trim(), models, maxUsd })
  }

  return (
    <ModelsDialog
      agentId={null}
      title={words.title}
      selected={selected}
      onSelect={setSelected}
      note={words.note}
      submitLabel={words.submit}
      start={start}
    >
      <EvaluationFields entries={entries} change={change} />
    </ModelsDialog>
  )
}

interface FieldsProps {
  readonly entries: Entries
  readonly change: (part: Partial<Entries>) => void
}

function EvaluationFields({ entries, change }: FieldsProps) {
  return (
    <>
      <label className={styles.field}>
        <span className={styles.label}>{words.file}</span>
        <input
          className={inputStyles.input}
          value={entries.file}
          placeholder="~/evaluations/figures.yaml"
          spellCheck={false}
          onChange={({ target }) => change({ file: target.value })}
        />
      </label>
      <div className={inputStyles.numbers}>
        <NumberEntry
          label={words.repeat}
          value={entries.repeat}
          min={1}
          max={MAX_REPEAT}
          onChange={(repeat) => change({ repeat })}
        />
        <NumberEntry
          label={words.atOnce}
          value={entries.atOnce}
          min={1}
          max={MAX_AT_ONCE}
          onChange={(atOnce) => change({ atOnce })}
        />
        <label className={styles.field}>
          <span className={styles.label}>{words.limit}</span>
          <input
            className={inputStyles.input}
            value={entries.dollars}
            placeholder={words.noLimit}
            onChange={({ target }) => change({ dollars: target.value })}
          />
        </label>
      </div>
      <label className={styles.check}>
        <input type="checkbox" checked={entries.isNew} onChange={({ target }) => change({ isNew: target.checked })} />
        {words.isNew}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={entries.unconfined}
          onChange={({ target }) => change({ unconfined: target.checked })}
        />
        {words.unconfined}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={entries.baseline}
          onChange={({ target }) => change({ baseline: target.checked })}
        />
        {words.baseline}
      </label>
    </>
  )
}
