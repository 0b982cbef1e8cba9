import styles from './completion-list.module.css'
import type { OpenCompletion } from './use-completion.ts'
import { texts } from '../text/texts.ts'

const words = texts.prompt.completions

interface CompletionListProps {
  readonly id: string
  readonly completion: OpenCompletion
  onAccept(index: number): void
}

/** The completions of the word at the cursor. The focus stays in the prompt box, which refers to the active option. */
export function CompletionList({ id, completion, onAccept }: CompletionListProps) {
  return (
    <div id={id} role="listbox" aria-label={words.label} className={styles.list}>
      {completion.options.map((option, index) => (
        <div
          key={option.text}
          id={optionId(id, index)}
          ref={index === completion.active ? keepInSight : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === completion.active}
          className={styles.option}
          // Handle `pointerdown`, because a click would first move the focus from the box to the list.
          onPointerDown={(press) => {
            press.preventDefault()
            onAccept(index)
          }}
        >
          <span className={styles.label}>{option.label}</span>
          <span className={styles.detail}>{option.detail}</span>
        </div>
      ))}
    </div>
  )
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

function keepInSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
