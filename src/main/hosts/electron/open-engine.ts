import { dialog } from 'electron'

import type { AppError } from '../../../shared/app-error.ts'
import { type Err, err, errorMessage, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../core/engine.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { processOutput } from '../../process-output.ts'

export interface OpenedEngine {
  readonly engine: Engine
  readonly logger: Logger
  /** Warnings for the user. */
  readonly warnings: readonly string[]
}

export type OpenEngine = () => Promise<Result<OpenedEngine>>

/**
 * Opens the engine, and offers to try again after an error: an unavailable database may be back. Null: the user gave
 * up.
 */
export async function openEngineOrAsk(openEngine: OpenEngine): Promise<OpenedEngine | null> {
  for (;;) {
    const opened = await openEngine().catch(asFailure)
    if (opened.ok) return opened.value
    if (!(await askToTryAgain(opened.error))) return null
  }
}

/** An exception is a bug, but the user still needs a message; the stack is for the terminal. */
function asFailure(error: unknown): Err {
  const message = errorMessage(error)
  processOutput.error(`${error instanceof Error ? (error.stack ?? message) : message}\n`)
  return err({ category: 'UNKNOWN', message, retryable: true })
}

async function askToTryAgain(error: AppError): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
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
