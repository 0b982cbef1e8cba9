import { advice } from '../../../shared/advice.ts'
import type { AppError } from '../../../shared/app-error.ts'
import { err, errorMessage, ok, type Result } from '../../../shared/result.ts'
import { NO_TLS } from './tls-socket.ts'

/** The user of the database has no right to do this. */
export const INSUFFICIENT_PRIVILEGE = '42501'

/** A lock was not free within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03'

/** The connection broke, and what was asked for was not saved: it can be tried again. */
export const NOTHING_SAVED = 'NOTHING_SAVED'

/** The connection broke, and the server has not said since whether it was saved. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'

/** Explanations of the codes of PostgreSQL (its manual, appendix A), of the driver and of the operating system. */
const EXPLANATIONS: ReadonlyArray<{
  readonly codes: readonly string[]
  readonly message: string
  readonly retryable: boolean
}> = [
  {
    codes: [NOTHING_SAVED],
    message: 'The connection to the database was lost. Nothing of this was saved; try again.',
    retryable: true,
  },
  {
    codes: [OUTCOME_UNKNOWN],
    message:
      'The connection to the database was lost, and it has not come back: whether this was saved is not known. Look before you try again.',
    retryable: false,
  },
  {
    codes: ['53100', 'ENOSPC'],
    message: 'The disk is full. Free some space, look at what was saved, and try again.',
    retryable: true,
  },
  {
    codes: ['53300'],
    message: 'The database has too many connections. Close another program that uses it, or raise its max_connections.',
    retryable: true,
  },
  {
    codes: ['28P01', '28000', 'SASL_SIGNATURE_MISMATCH'],
    message:
      'The database refused the user or the password. Check the user and password in DATABASE_URL (or database_url).',
    retryable: false,
  },
  {
    codes: ['3D000'],
    message:
      'That database does not exist on the server. Create it (`createdb NAME`), or correct DATABASE_URL (or database_url).',
    retryable: false,
  },
  {
    codes: [INSUFFICIENT_PRIVILEGE],
    message:
      'The database user may not do this. It needs the right to create tables in the database, or to be its owner.',
    retryable: false,
  },
  { codes: ['57P03'], message: 'The database is starting or stopping. Try again in a moment.', retryable: true },
  {
    codes: [LOCK_NOT_AVAILABLE],
    message:
      'Another ikigai or program held what this needs in the database for longer than the limit. Try again; if this happens again, close what else uses the database.',
    retryable: true,
  },
  {
    codes: ['57014'],
    message: 'The database took longer for this than its limit of two minutes, or was told to stop. Try again.',
    retryable: true,
  },
  {
    codes: ['40001', '40P01'],
    message: 'The database was busy with something else. Try again.',
    retryable: true,
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN'],
    message: "The database server's name is not known. Check DATABASE_URL (or database_url).",
    retryable: true,
  },
  {
    codes: ['XX001', 'XX002'],
    get message() {
      return `The database is damaged on the disk. ${advice('name_damage')} Make no backup into the folder of an older one before that.`
    },
    retryable: false,
  },
  {
    codes: ['58P01'],
    get message() {
      return `A file of the database is missing, or the disk of a tablespace. Bring it back and start again; ${advice('restore_elsewhere')}`
    },
    retryable: false,
  },
  {
    codes: ['EACCES', 'EPERM', 'ERR_SQLITE_ERROR'],
    message: 'Ikigai may not read or write its database files. Change their owner, or set IKIGAI_DATA_DIR.',
    retryable: false,
  },
  {
    codes: ['EEXIST', 'ENOTDIR'],
    message: 'Where the data directory should be there is something else. Move it away, or set IKIGAI_DATA_DIR.',
    retryable: false,
  },
  {
    codes: ['EROFS'],
    message: 'The data directory is on a file system that cannot be written. Set IKIGAI_DATA_DIR.',
    retryable: false,
  },
]

/** The code of `HostNotNamed`. */
const NOT_NAMED = 'HOST_NOT_NAMED'

/** Raised by `refuse_commit` of the migrations: the state that the change was decided for has changed. */
const REFUSED_COMMIT = 'IK001'

/** Returns an error that a caller gets as REFUSED, as if the database had refused a commit. */
export function refusedCommit(message: string): Error {
  return Object.assign(new Error(message), { code: REFUSED_COMMIT })
}

/** The connection broke, or there is none. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '08000',
  '08003',
  '08006',
])

/** The connection was never established: nothing was sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_ENDED',
])

/** The connection broke during a statement: it may have been carried out, and its answer lost. */
export function mayHaveHappened(error: unknown): boolean {
  const code = codeOf(error)
  return CONNECTION_CODES.has(code) && !NEVER_CONNECTED.has(code)
}

/** The server answered the statement with an error: nothing of it was kept, and the connection is intact. */
export function isFromServer(error: unknown): boolean {
  const root = rootOf(error)
  return root instanceof Error && root.name === 'PostgresError' && !CONNECTION_CODES.has(codeOf(error))
}

/** Returns what happened and what to do, without a stack. Unknown failures keep the server's message. */
export function toStorageError(error: unknown): AppError {
  const code = codeOf(error)
  if (code === REFUSED_COMMIT) return { category: 'REFUSED', message: messageOf(error), retryable: false }
  if (code === NO_TLS || code === NOT_NAMED) return storageError(messageOf(error), false)
  const known = EXPLANATIONS.find(({ codes }) => codes.includes(code))
  if (known) return storageError(`${known.message} ${detailOf(error, code)}`.trim(), known.retryable)
  if (CONNECTION_CODES.has(code)) {
    const outcome = NEVER_CONNECTED.has(code)
      ? 'Nothing was sent to it; try again when it is back.'
      : 'Whether this was saved is not known; look before you try again.'
    return storageError(`The database cannot be reached (${code}). ${outcome}`, true)
  }
  return storageError(code ? `The database failed: ${messageOf(error)} (${code})` : messageOf(error), false)
}

/** The error of a connection that was lost, by what is known of the outcome. */
export function lostConnection(outcome: typeof NOTHING_SAVED | typeof OUTCOME_UNKNOWN): AppError {
  const known = EXPLANATIONS.find(({ codes }) => codes.includes(outcome))
  return storageError(known?.message ?? '', known?.retryable ?? false)
}

export function storageError(message: string, retryable: boolean): AppError {
  return { category: 'STORAGE', message, retryable }
}

/** Runs database work and turns its rejection into a value. */
export async function toResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    return err(toStorageError(error))
  }
}

/** Drizzle wraps the driver's errors: the code is at the end of the chain of causes. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error
}

/** The code of PostgreSQL, the driver or the operating system; empty: there is none. */
export function codeOf(error: unknown): string {
  const root = rootOf(error)
  return root instanceof Error && 'code' in root && typeof root.code === 'string' ? root.code : ''
}

function messageOf(error: unknown): string {
  const root = rootOf(error)
  return errorMessage(root)
}

/** The server's message names the user, the database or the file; our own text does not. */
function detailOf(error: unknown, code: string): string {
  return code === '53100' || code === 'ENOSPC' ? '' : `(${messageOf(error)})`
}
