import type { AgentId } from '../../shared/ids.ts'
import { texts } from '../text/texts.ts'
import styles from './merge-entry.module.css'

const words = texts.parts.mergeEntry

/** An agent that a text can be added to. */
export interface MergeTarget {
  readonly id: AgentId
  readonly label: string
}

interface MergeEntryProps {
  readonly targets: readonly MergeTarget[]
  readonly target: AgentId
  onTarget(target: AgentId): void
  readonly text: string
  onText(text: string): void
}

/** Where the text of a merge goes, and the text. It has the first focus of its dialog. */
export function MergeEntry({ targets, target, onTarget, text, onText }: MergeEntryProps) {
  return (
    <>
      <label className={styles.field}>
        <span className={styles.label}>{words.target}</span>
        <select
          data-first-focus
          className={styles.target}
          value={target}
          onChange={(change) => onTarget(change.target.value)}
        >
          {targets.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        <span className={styles.label}>{words.text}</span>
        <textarea dir="auto" className={styles.text} value={text} onChange={(change) => onText(change.target.value)} />
      </label>
    </>
  )
}
