import styles from './approval-question.module.css'

/** The key of a button. Screen readers announce it from the button's `aria-keyshortcuts`. */
export function KeyHint({ letter }: { letter: string }) {
  return (
    <kbd className={styles.letter} aria-hidden>
      {letter}
    </kbd>
  )
}
