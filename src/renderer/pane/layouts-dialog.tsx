import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useActions, useStores } from '../hooks/app-context.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useRunCommand } from '../hooks/use-run-command.ts'
import { useSavedLayouts } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import questionStyles from '../parts/question-dialog.module.css'
import { MAX_LAYOUT_NAME, type SavedLayout } from '../store/saved-layouts.ts'
import { texts } from '../text/texts.ts'
import styles from './layouts-dialog.module.css'

const words = texts.layouts

/** The saved layouts, to open and to delete; and a name under which what the window shows now is saved. */
export function LayoutsDialog() {
  const { dialogs } = useStores()
  const { savedLayouts } = useActions()
  const layouts = useSavedLayouts((state) => state.layouts)
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => void savedLayouts.load(), [savedLayouts])
  const wanted = name.trim()

  async function save(): Promise<void> {
    const refused = await savedLayouts.save(wanted)
    setFailure(refused)
    if (refused === null) setName('')
  }

  return (
    <Dialog title={words.title} size="narrow" initialFocus="marked" onClose={dialogs.close}>
      <form
        className={questionStyles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          if (wanted !== '') void save()
        }}
      >
        <p className={questionStyles.caption}>{words.about}</p>
        <label className={questionStyles.field}>
          <span className={questionStyles.label}>{words.name}</span>
          <span className={styles.save}>
            <input
              className={questionStyles.input}
              data-first-focus={layouts.length === 0 ? '' : undefined}
              value={name}
              placeholder={words.placeholder}
              maxLength={MAX_LAYOUT_NAME}
              onChange={({ target }) => setName(target.value)}
            />
            <Button tone="primary" type="submit" disabled={wanted === ''}>
              {layouts.some((each) => each.name === wanted) ? words.replace : words.save}
            </Button>
          </span>
        </label>
        <FailureNote failure={failure} />
        {layouts.length === 0 ? (
          <p className={styles.heading}>{words.none}</p>
        ) : (
          <SavedList layouts={layouts} onFailure={setFailure} />
        )}
      </form>
    </Dialog>
  )
}

interface SavedListProps {
  readonly layouts: readonly SavedLayout[]
  onFailure(failure: string | null): void
}

function SavedList({ layouts, onFailure }: SavedListProps) {
  const { savedLayouts } = useActions()
  const runCommand = useRunCommand()
  const commandKeys = useCommandKeys()
  const keysOf = (index: number): string | undefined => {
    const command = NUMBERED[index]
    return command === undefined ? undefined : commandKeys(command)
  }
  return (
    <>
      <h3 className={styles.heading}>{words.saved}</h3>
      <ul className={`${styles.list} ${styles.scroll}`} aria-label={words.saved}>
        {layouts.map((layout, index) => (
          <li key={layout.name} className={styles.row}>
            <button
              type="button"
              className={styles.open}
              data-first-focus={index === 0 ? '' : undefined}
              aria-label={words.open({ layout: layout.name })}
              onClick={() => runCommand(() => savedLayouts.open(layout.name))}
            >
              <span className={styles.name} dir="auto">
                {layout.name}
              </span>
              <span className={styles.facts}>{factsOf(layout)}</span>
              <kbd className={styles.heading}>{keysOf(index)}</kbd>
            </button>
            <IconButton
              label={words.remove({ layout: layout.name })}
              size="small"
              onClick={() => void savedLayouts.remove(layout.name).then(onFailure)}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The commands of the layouts that have one, in their order. */
const NUMBERED = [
  'layout.1',
  'layout.2',
  'layout.3',
  'layout.4',
  'layout.5',
  'layout.6',
  'layout.7',
  'layout.8',
  'layout.9',
] as const

const { map, changes, race } = texts.frame.views
const VIEWS = { panes: null, map, changes, race } as const

function factsOf({ columns, compared, view }: SavedLayout): string {
  const panes = texts.pane.panes({ panes: columns.flat().length })
  return words.facts({ panes, view: VIEWS[view.type] ?? (compared === null ? null : words.compared) })
}
