import styles from './user-message.module.css'

/** What a person wrote, as it was written. */
export function UserMessage({ text }: { text: string }) {
  return (
    <div className={styles.message}>
      <span className="visually-hidden">You: </span>
      {text}
    </div>
  )
}
