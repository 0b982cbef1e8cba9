import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import form from '../parts/question-dialog.module.css'
import styles from './transfer-dialog.module.css'
import { texts } from '../text/texts.ts'

const words = texts.transfer.import

interface ImportFileProps {
  /** Null: the file had no agent. */
  onImported(first: AgentId | null): void
  onCancel(): void
}

/** Chooses a file of an exported log, and imports it. */
export function ImportFile({ onImported, onCancel }: ImportFileProps) {
  const { toasts } = useStores()
  const { transfer } = useActions()
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function take(chosen: File): Promise<void> {
    setBusy(true)
    setFailure(null)
    const outcome = await transfer.import(chosen)
    setBusy(false)
    if (!outcome.ok) return setFailure(outcome.error.message)
    const { agents, events } = outcome.value
    toasts.show(words.done({ agents: agents.length, events }))
    onImported(agents[0] ?? null)
  }

  return (
    <form
      className={form.form}
      onSubmit={(submit) => {
        submit.preventDefault()
        if (file !== null) void take(file)
      }}
    >
      <p className={form.caption}>{words.about}</p>
      <label className={form.field}>
        <span className={form.label}>{words.file}</span>
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
          {busy ? words.importing : ''}
        </span>
        <Button tone="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
        <Button tone="primary" type="submit" disabled={busy || file === null}>
          {words.start}
        </Button>
      </footer>
    </form>
  )
}
