import styles from './completion-list.module.css'
import type { OpenCompletion } from './use-completion.ts'

interface CompletionListProps {
  readonly id: string
  readonly completion: OpenCompletion
  onAccept(index: number): void
}

/** What the word under the cursor may become. The focus stays in the prompt box, which names the chosen option. */
export function CompletionList({ id, completion, onAccept }: CompletionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Completions" className={styles.list}>
      {completion.options.map((option, index) => (
        <div
          key={option.text}
          id={optionId(id, index)}
          ref={index === completion.active ? keepInSight : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === completion.active}
          className={styles.option}
          // Before the box loses the focus to the list.
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
