import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Engine } from '../core/engine.ts'
import { hideSecrets, learnSecretsIn } from '../../shared/known-secrets.ts'
import { errorMessage, stackOf } from '../../shared/result.ts'

/** Bytes after which a new file is begun; the one before is kept as `errors.old.log`. */
const MAX_FILE = 5_000_000
/** Most UTF-16 units of one error in the file. */
const MAX_ERROR = 100_000
/** Most kinds of errors that are told apart. */
const MAX_KINDS = 1_000

let keeping = 0

/** Whether an exception that nothing has caught leaves the process running. */
export function keepsRunning(): boolean {
  return keeping > 0
}

/**
 * Keeps the process running after an exception or rejection that nothing has caught, until the returned function is
 * called (docs/behaviour/errors.md#what-a-failure-costs). Such an error belongs to a callback whose work is lost; turns,
 * calls and listeners catch their own. It is a bug, so it is written to `errors.log` with its stack.
 */
export function keepRunning({
  folder,
  say,
  onError: endTurn,
}: {
  /** Where `errors.log` is written. */
  readonly folder: string
  /** Tells the user, once for each kind of error. */
  readonly say: (message: string) => void
  /**
   * Ends the turn that it belongs to; called for each error, in the scope of what threw. Returns the name of the turn's
   * agent; null: none.
   */
  readonly onError: Engine['onStrayError']
}): () => void {
  const file = join(folder, 'errors.log')
  // Whoever made an engine has taken the variables away, and remembered them.
  learnSecretsIn(process.env)
  const told = new Set<string>()
  const onError = (error: unknown): void => {
    // Cut afterwards: a part of a secret is not recognized.
    const stack = hideSecrets(textOf(() => stackOf(error)).slice(0, 2 * MAX_ERROR)).slice(0, MAX_ERROR)
    const isWritten = write(file, `${new Date().toISOString()} ${stack}\n`)
    const kind = stack.split('\n', 2).join('\n')
    const isNew = !told.has(kind) && told.size < MAX_KINDS
    const message = hideSecrets(textOf(() => errorMessage(error)))
    const agent = endedTurn(() => endTurn({ message, file: isWritten ? file : null, isNew }))
    if (!isNew) return
    told.add(kind)
    const cost = agent === null ? 'ikigai goes on' : `the turn of ${agent} ended with it`
    const where = isWritten ? ` Please report it with ${file}.` : ''
    textOf(() => say(`An internal error was caught, and ${cost}: ${message}.${where}`))
  }
  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
  keeping += 1
  return () => {
    process.off('uncaughtException', onError)
    process.off('unhandledRejection', onError)
    keeping -= 1
  }
}

/** What is thrown here would end the process: a thrown value may itself throw when it is read. */
function textOf(text: () => unknown): string {
  try {
    return String(text())
  } catch {
    return 'a value that cannot be shown'
  }
}

function endedTurn(end: () => string | null): string | null {
  try {
    return end()
  } catch {
    return null
  }
}

function write(file: string, text: string): boolean {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size >= MAX_FILE) renameSync(file, file.replace(/\.log$/, '.old.log'))
    appendFileSync(file, text, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}
