import styles from './command-entry.module.css'
import { hasColumns } from './has-columns.ts'

interface CommandEntryProps {
  readonly line: string
  readonly answer: string
  readonly ok: boolean
}

/** A command as typed, and its answer. */
export function CommandEntry({ line, answer, ok }: CommandEntryProps) {
  return (
    <div className={styles.entry}>
      <code className={styles.line}>{line}</code>
      {answer === '' ? null : (
        <p className={styles.answer} data-ok={ok} data-columns={hasColumns(answer)}>
          {answer}
        </p>
      )}
    </div>
  )
}
