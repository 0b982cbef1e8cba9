import type { AppError } from '../../../shared/app-error.ts'
import { type Err, err, errorMessage, ok, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../core/engine.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import type { ReplaceApp } from '../../core/ports/update-ports.ts'
import { processOutput } from '../../process-output.ts'
import { answerTo, offerUpgrade, type OpenUpgrade } from './offer-upgrade.ts'

export interface OpenedEngine {
  readonly engine: Engine
  readonly logger: Logger
  /** Warnings for the user. */
  readonly warnings: readonly string[]
}

export type OpenEngine = (replaceApp: ReplaceApp) => Promise<Result<OpenedEngine>>

/**
 * Opens the engine. After an error it offers to upgrade a database of an older PostgreSQL, else to try again: an
 * unavailable database may be back. Null: the user gave up. Aborting the signal answers its dialogs so.
 */
export async function openEngineOrAsk(
  openEngine: () => ReturnType<OpenEngine>,
  openUpgrade: OpenUpgrade,
  signal: AbortSignal,
): Promise<OpenedEngine | null> {
  for (;;) {
    const opened = await openEngine().catch(asFailure)
    if (opened.ok) return opened.value
    const offered =
      opened.error.category === 'STORAGE' ? await offerUpgrade(openUpgrade, signal).catch(asFailure) : UNNEEDED
    if (offered.ok && offered.value === 'declined') return null
    if (offered.ok && offered.value === 'upgraded') continue
    const error = offered.ok ? opened.error : { ...offered.error, category: opened.error.category }
    if (!(await askToTryAgain(error, signal))) return null
  }
}

const UNNEEDED = ok('unneeded')

/** An exception is a bug, but the user still needs a message; the stack is for the terminal. */
function asFailure(error: unknown): Err {
  const message = errorMessage(error)
  processOutput.error(`${error instanceof Error ? (error.stack ?? message) : message}\n`)
  return err({ category: 'UNKNOWN', message, retryable: true })
}

async function askToTryAgain(error: AppError, signal: AbortSignal): Promise<boolean> {
  const response = await answerTo(signal, {
    type: 'error',
    title: 'ikigai',
    message: error.category === 'STORAGE' ? 'The database can’t be opened' : 'ikigai can’t start',
    detail: error.message,
    buttons: ['Try Again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}
