import styles from './answer-text.module.css'
import { twoColumns } from './text-columns.ts'

/** The answer of a command. Two columns wrap in their cells; more columns keep their lines and scroll. */
export function AnswerText({ text }: { text: string }) {
  const rows = twoColumns(text)
  if (rows === null) {
    return (
      <p className={styles.text} data-columns={hasColumns(text)}>
        {text}
      </p>
    )
  }
  return (
    <div className={styles.rows}>
      {rows.map(([first, second], index) => (
        <p key={index} className={styles.row} data-whole={first === null}>
          {first === null ? null : <code className={styles.first}>{first}</code>}{' '}
          <span className={styles.second}>{second}</span>
        </p>
      ))}
    </div>
  )
}

/**
 * Returns whether a text is aligned in columns with spaces, as the output of `/help` and `/agents`, so that it needs a
 * monospaced font.
 */
function hasColumns(text: string): boolean {
  return /\S {2,}\S|[├└│]/.test(text)
}
