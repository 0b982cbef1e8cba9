import { useEffect, useRef, useState } from 'react'

import type { ImportResult } from '../../shared/log-row.ts'
import type { ImportProgress } from '../actions/transfer-actions.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import form from '../parts/question-dialog.module.css'
import styles from './transfer-dialog.module.css'
import { formatSize } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'

const words = texts.transfer.import

interface ImportFileProps {
  readonly file: File
  onImported(result: ImportResult): void
  onCancel(): void
}

/** Imports a file that ikigai exported. */
export function ImportFile({ file, onImported, onCancel }: ImportFileProps) {
  const { progress, failure, start } = useImport(onImported)
  return (
    <form
      className={form.form}
      onSubmit={(submit) => {
        submit.preventDefault()
        void start(file)
      }}
    >
      <p className={form.caption}>{words.about}</p>
      <p className={styles.sessionName}>{words.ownFile({ file: file.name, size: formatSize(file.size) })}</p>
      <FailureNote failure={failure} />
      {progress !== null && (
        <progress className={styles.progress} aria-label={words.progress} value={doneOf(progress)} />
      )}
      <footer className={form.footer}>
        <span className={styles.note} role="status">
          {progress === null ? '' : progressText(progress)}
        </span>
        <Button tone="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
        <Button tone="primary" type="submit" data-first-focus disabled={progress !== null}>
          {words.start}
        </Button>
      </footer>
    </form>
  )
}

/** Runs one import at a time, and cancels it when the dialog closes. `progress` null: none is running. */
function useImport(onImported: ImportFileProps['onImported']) {
  const { toasts } = useStores()
  const { transfer } = useActions()
  const [progress, setProgress] = useState<ImportProgress | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File): Promise<void> {
    const stop = new AbortController()
    running.current = stop
    setProgress({ type: 'sending', bytes: 0, of: file.size })
    setFailure(null)
    const outcome = await transfer.import(file, { signal: stop.signal, onProgress: setProgress })
    if (outcome === null) return
    setProgress(null)
    if (!outcome.ok) return setFailure(outcome.error.message)
    const { agents, events } = outcome.value
    toasts.show(words.done({ agents: agents.length, events }))
    onImported(outcome.value)
  }
  return { progress, failure, start }
}

/** Sending is the first half of an import, saving the second. */
function doneOf(progress: ImportProgress): number {
  if (progress.type === 'sending') return progress.of === 0 ? 0 : progress.bytes / progress.of / 2
  return (1 + progress.events / progress.of) / 2
}

function progressText(progress: ImportProgress): string {
  if (progress.type === 'saving') return words.saving(progress)
  return words.reading({ size: formatSize(progress.bytes), of: formatSize(progress.of) })
}
