import { useEffect, useRef, useState } from 'react'

import type { ForeignReport } from '../../shared/foreign-report.ts'
import type { Result } from '../../shared/result.ts'
import type { SessionProgress } from '../actions/session-import-actions.ts'
import { useStores } from '../hooks/app-context.ts'
import { texts } from '../text/texts.ts'
import styles from './transfer-dialog.module.css'

type RunImport = (watched: {
  readonly signal: AbortSignal
  onProgress(progress: SessionProgress): void
}) => Promise<Result<ForeignReport> | null>

/**
 * Runs one import of sessions at a time, and cancels it when the dialog closes. `running`: how far it is; null: none
 * runs. What was saved before it was cancelled stays, which a message says.
 */
export function useSessionImport(onImported: (report: ForeignReport) => void) {
  const { toasts } = useStores()
  const [running, setRunning] = useState<SessionProgress | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function start(run: RunImport): Promise<void> {
    const own = new AbortController()
    stop.current = own
    let done = 0
    setFailed(null)
    setRunning({ type: 'importing', done: 0, of: null })
    const outcome = await run({
      signal: own.signal,
      onProgress: (progress) => {
        done = progress.done
        setRunning(progress)
      },
    })
    setRunning(null)
    if (outcome === null) return toasts.show(texts.transfer.source.cancelled({ sessions: done }))
    if (outcome.ok) onImported(outcome.value)
    else setFailed(outcome.error.message)
  }
  return { running, failed, start, cancel: () => stop.current?.abort() }
}

/** How many of the chosen sessions are saved. */
export function ImportProgressBar({ progress }: { readonly progress: SessionProgress | null }) {
  if (progress === null) return null
  const { done, of } = progress
  const value = of === null || of === 0 ? undefined : done / of
  return <progress className={styles.progress} aria-label={texts.transfer.import.progress} value={value} />
}
