import styles from './user-message.module.css'

/** A user's message as plain text. */
export function UserMessage({ text }: { text: string }) {
  return (
    <div className={styles.message}>
      <span className="visually-hidden">You: </span>
      {text}
    </div>
  )
}
