import styles from './command-entry.module.css'

interface CommandEntryProps {
  readonly line: string
  readonly answer: string
  readonly ok: boolean
}

/** A command as it was typed, and what was answered. */
export function CommandEntry({ line, answer, ok }: CommandEntryProps) {
  return (
    <div className={styles.entry}>
      <code className={styles.line}>{line}</code>
      {answer === '' ? null : (
        <p className={styles.answer} data-ok={ok}>
          {answer}
        </p>
      )}
    </div>
  )
}
