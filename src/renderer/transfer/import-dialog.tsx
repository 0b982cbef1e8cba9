import { useState } from 'react'

import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatCount } from '../parts/format-figures.ts'
import form from '../parts/question-dialog.module.css'
import styles from './transfer-dialog.module.css'

/** Imports an exported file into the log, and shows the first of its agents. */
export function ImportDialog() {
  const { dialogs, layout, toasts } = useStores()
  const { transfer } = useActions()
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.setState({ dialog: { type: 'none' } })

  async function take(chosen: File): Promise<void> {
    setBusy(true)
    setFailure(null)
    const outcome = await transfer.import(chosen)
    setBusy(false)
    if (!outcome.ok) return setFailure(outcome.error.message)
    close()
    const { agents, events } = outcome.value
    toasts.show(`Imported ${counted(agents.length, 'agent')} and ${counted(events, 'event')}`)
    const [first] = agents
    if (first !== undefined) layout.dispatch({ type: 'open', agents: [first], focus: true })
  }

  return (
    <Dialog title="Import" size="narrow" initialFocus="marked" onClose={close}>
      <form
        className={form.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          if (file !== null) void take(file)
        }}
      >
        <p className={form.caption}>
          Agents of an exported log become new agents here, with their whole history. The file is imported completely or
          not at all.
        </p>
        <label className={form.field}>
          <span className={form.label}>JSON Lines file, as exported by ikigai</span>
          <input
            className={styles.file}
            type="file"
            data-first-focus
            accept=".jsonl,.ndjson,application/jsonl"
            onChange={(change) => setFile(change.target.files?.[0] ?? null)}
          />
        </label>
        <FailureNote failure={failure} />
        <footer className={form.footer}>
          <span className={styles.note} role="status">
            {busy ? 'Importing…' : ''}
          </span>
          <Button tone="quiet" onClick={close}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" disabled={busy || file === null}>
            Import
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}
