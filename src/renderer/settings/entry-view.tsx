import { type ReactNode, useState } from 'react'

import { useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './entry.module.css'
import rowStyles from './setting-rows.module.css'

const common = texts.settingsDialog

interface EntryViewProps {
  /** The accessible name of the entry. */
  readonly label: string
  /** As it is typed, such as `@fast`. */
  readonly name: string
  /** What stands beside the name. */
  readonly state: ReactNode
  /** Buttons before those of every entry. */
  readonly buttons?: ReactNode
  /** What is shown while the entry is not edited. */
  readonly content: ReactNode
  /** What is shown below either. */
  readonly children?: ReactNode
  /** The name in the labels of the buttons. Missing: as `name`. */
  readonly spoken?: string
  /** The form of the entry; null: it can be neither edited nor removed. */
  readonly editor: ((onDone: () => void) => ReactNode) | null
  onRemove(): void
}

/** An entry of config.json in a list: its name, what it is, and the form that replaces the description. */
export function EntryView(props: EntryViewProps) {
  const { label, name, state, buttons, content, children, spoken = name, editor, onRemove } = props
  const [editing, setEditing] = useState(false)
  return (
    <section className={styles.entry} aria-label={label}>
      <header className={styles.entryHead}>
        <code className={rowStyles.entryName}>{name}</code>
        {state}
        {buttons}
        {editor === null ? null : (
          <>
            <Button
              tone="quiet"
              aria-expanded={editing}
              aria-label={common.editEntry({ name: spoken })}
              onClick={() => setEditing(!editing)}
            >
              {common.edit}
            </Button>
            <Button tone="quiet" aria-label={common.removeEntry({ name: spoken })} onClick={onRemove}>
              {common.remove}
            </Button>
          </>
        )}
      </header>
      {editing && editor !== null ? editor(() => setEditing(false)) : content}
      {children}
    </section>
  )
}

/** Removes an entry with `set(null)`, and offers to put it back; says why it could not. */
export function useRemoveEntry(): <Entry>(
  entry: Entry,
  removed: string,
  set: (entry: Entry | null) => Promise<string | null>,
) => Promise<void> {
  const { toasts, notices } = useStores()
  return async (entry, removed, set) => {
    const refusal = await set(null)
    if (refusal !== null) return notices.fail(refusal)
    toasts.show(removed, () => {
      void set(entry).then((problem) => (problem === null ? undefined : notices.fail(problem)))
    })
  }
}
