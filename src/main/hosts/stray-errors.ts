import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Engine } from '../core/engine.ts'
import { HIDDEN_VALUE } from '../../shared/hidden-values.ts'
import { errorMessage, stackOf } from '../../shared/result.ts'
import { isSecretName, secretsInAddress, withoutPassword } from '../../shared/without-password.ts'

export interface StrayErrorOptions {
  /** Where `errors.log` is written. */
  readonly folder: string
  /** Tells the user, once for each kind of error. */
  readonly say: (message: string) => void
  /**
   * Ends the turn that it belongs to; called for each error, in the scope of what threw. Returns the name of the turn's
   * agent; null: none.
   */
  readonly onError: Engine['onStrayError']
}

/** Bytes after which a new file is begun; the one before is kept as `errors.old.log`. */
const MAX_FILE = 5_000_000
/** Most UTF-16 units of one error in the file. */
const MAX_ERROR = 100_000
/** Shorter values occur in texts by chance. */
const SHORTEST_SECRET = 8
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi
/** Keys as the providers write them, wherever they come from. */
const KEY = /\b(?:sk-|AIza|gsk_|xai-|csk-|r8_|hf_|ghp_|github_pat_)[A-Za-z0-9_-]{16,}/g
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
export function keepRunning({ folder, say, onError: endTurn }: StrayErrorOptions): () => void {
  const file = join(folder, 'errors.log')
  const hide = hideSecrets(process.env)
  const told = new Set<string>()
  const onError = (error: unknown): void => {
    const stack = hide(textOf(() => stackOf(error)).slice(0, MAX_ERROR))
    const isWritten = write(file, `${new Date().toISOString()} ${stack}\n`)
    const kind = stack.split('\n', 2).join('\n')
    const isNew = !told.has(kind) && told.size < MAX_KINDS
    const message = hide(textOf(() => errorMessage(error)))
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

/** Messages of errors may repeat what a call was given: the file is meant to be sent to others. */
function hideSecrets(environment: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = Object.entries(environment)
    .flatMap(([name, value = '']) => [...(isSecretName(name) ? [value] : []), ...secretsInAddress(value)])
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length)
  return (text) =>
    secrets
      .reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN_VALUE), text)
      .replaceAll(ADDRESS, (address) => withoutPassword(address))
      .replaceAll(KEY, HIDDEN_VALUE)
}
