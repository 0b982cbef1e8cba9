import { useState } from 'react'

import { Checkbox } from '../parts/checkbox.tsx'
import { Choices } from '../parts/choices.tsx'
import { texts } from '../text/texts.ts'
import { CRITERIA, MERGE_WAYS, type AnswersTask } from './answers-prompt.ts'
import styles from './compare-dialog.module.css'

const words = texts.comparedAnswers

export const INITIAL_TASKS: Readonly<Record<AnswersTask['type'], AnswersTask>> = {
  merge: { type: 'merge', way: 'best', instruction: '' },
  judge: { type: 'judge', criteria: ['Correct', 'Complete'] },
}

interface AnswersTaskFieldsProps {
  readonly task: AnswersTask
  onChange(task: AnswersTask): void
}

/** How answers are merged, or by which criteria they are judged. */
export function AnswersTaskFields({ task, onChange }: AnswersTaskFieldsProps) {
  return task.type === 'merge' ? (
    <MergeFields task={task} onChange={onChange} />
  ) : (
    <JudgeFields criteria={task.criteria} onChange={(criteria) => onChange({ type: 'judge', criteria })} />
  )
}

interface MergeFieldsProps {
  readonly task: Extract<AnswersTask, { type: 'merge' }>
  onChange(task: AnswersTask): void
}

function MergeFields({ task, onChange }: MergeFieldsProps) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend className={styles.groupLabel}>{words.merge.how}</legend>
        <Choices
          value={task.way}
          options={MERGE_WAYS.map((value) => ({ value, label: words.merge.ways[value] }))}
          onChange={(way) => onChange({ ...task, way })}
        />
      </fieldset>
      {task.way === 'own' ? (
        <label className={styles.field}>
          <span className={styles.label}>{words.merge.instruction}</span>
          <textarea
            dir="auto"
            className={styles.text}
            value={task.instruction}
            onChange={(change) => onChange({ ...task, instruction: change.target.value })}
          />
        </label>
      ) : null}
    </>
  )
}

interface JudgeFieldsProps {
  readonly criteria: readonly string[]
  onChange(criteria: readonly string[]): void
}

function JudgeFields({ criteria, onChange }: JudgeFieldsProps) {
  const [own, setOwn] = useState('')
  const listed = criteria.filter((each) => CRITERIA.some((known) => known === each))
  const changed = (next: readonly string[], text: string) =>
    onChange(text.trim() === '' ? next : [...next, text.trim()])
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLabel}>{words.judge.criteria}</legend>
      <div className={styles.ticks}>
        {CRITERIA.map((each) => (
          <Checkbox
            key={each}
            label={words.judge.criterion[each]}
            checked={listed.includes(each)}
            onChange={(checked) => changed(checked ? [...listed, each] : listed.filter((other) => other !== each), own)}
          />
        ))}
        <input
          className={styles.own}
          aria-label={words.judge.ownCriterion}
          placeholder={words.judge.ownCriterion}
          value={own}
          onChange={(change) => {
            setOwn(change.target.value)
            changed(listed, change.target.value)
          }}
        />
      </div>
    </fieldset>
  )
}
