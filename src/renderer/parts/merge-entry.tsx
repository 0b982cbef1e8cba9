import type { AgentId } from '../../shared/ids.ts'
import { texts } from '../text/texts.ts'
import { AgentField, type ListedAgent } from './agent-field.tsx'
import styles from './merge-entry.module.css'

const words = texts.parts.mergeEntry

interface MergeEntryProps {
  readonly targets: readonly ListedAgent[]
  /** Null: none is chosen. */
  readonly target: AgentId | null
  onTarget(target: AgentId): void
  readonly text: string
  onText(text: string): void
}

/** Where the text of a merge goes, and the text. It has the first focus of its dialog. */
export function MergeEntry({ targets, target, onTarget, text, onText }: MergeEntryProps) {
  return (
    <>
      <AgentField label={words.target} agents={targets} chosen={target} onChoose={onTarget} />
      <label className={styles.field}>
        <span className={styles.label}>{words.text}</span>
        <textarea dir="auto" className={styles.text} value={text} onChange={(change) => onText(change.target.value)} />
      </label>
    </>
  )
}
