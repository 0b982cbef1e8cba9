import { type AppError, refused } from './app-error.ts'

/** The result of an operation that may fail as expected. A thrown error is a bug. */
export type Result<T, E = AppError> = Ok<T> | Err<E>

export interface Ok<T> {
  readonly ok: true
  readonly value: T
}

export interface Err<E = AppError> {
  readonly ok: false
  readonly error: E
}

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value }
}

export function err<E>(error: E): Err<E> {
  return { ok: false, error }
}

/** Category REFUSED: nothing was changed. `message` says what happened, then what to do. */
export function refuse(message: string): Err {
  return err(refused(message))
}

/** Success of an operation that has no value to return. */
export const DONE: Ok<null> = ok(null)

/** Changes the value of a success; a failure is returned as it is. */
export function mapOk<T, U, E>(result: Result<T, E>, change: (value: T) => U): Result<U, E> {
  return result.ok ? ok(change(result.value)) : result
}

/** Returns the message of a thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns a thrown value with the place where it was thrown, for the log. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
