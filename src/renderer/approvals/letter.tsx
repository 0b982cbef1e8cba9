import styles from './approval-question.module.css'

/** The letter that does what the button does. Those who hear the button hear it from `aria-keyshortcuts`. */
export function Letter({ letter }: { letter: string }) {
  return (
    <kbd className={styles.letter} aria-hidden>
      {letter}
    </kbd>
  )
}
