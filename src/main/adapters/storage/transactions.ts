import type { ISql, Sql } from 'postgres'

import { codeOf } from './storage-error.ts'

/** What a statement of an aborted transaction is answered with; the failure before it is the reason. */
const IN_FAILED_TRANSACTION = '25P02'

/** A connection inside the driver (postgres 3.4.9, connection.js), as far as a transaction uses it. */
interface DriverConnection {
  /** Sends a statement; its `reserved` is called when the server is ready for the next one of an open transaction. */
  execute(query: DriverQuery): unknown
  /** Set: the connection belongs to a transaction. The driver sets it to null when the connection or the transaction ends. */
  reserved: (() => void) | null
  /** Called once when the connection has ended, after the statement that was on its way was rejected. */
  onclose: ((error: Error) => void) | null
}

interface DriverQuery {
  readonly cancelled: unknown
  reject(error: unknown): void
  catch(listener: (error: unknown) => void): unknown
}

/** A transaction that was begun. Every statement fails once its connection has ended, and none goes to another one. */
export interface OpenTransaction {
  readonly sql: ISql
  /** Rejects when the connection ends. */
  readonly lost: Promise<never>
  /** Rejects with the first failure of a statement, having rolled back. */
  commit(): Promise<void>
  /** Returns the failure to report in place of `error`: of the first statement that failed, or the server's last message. */
  rollback(error: unknown): Promise<Error>
}

/** What a server said before it closed a connection; null: nothing. */
export type LastMessage = () => Error | null

/**
 * Begins a transaction. Used in place of the driver's own `begin`, which does not survive the end of its connection: it
 * sends the rollback, and every later statement of the transaction, on a socket that is null. That throws from
 * `setImmediate`, where nobody can catch it and the process ends; or, if the connection was opened again meanwhile, runs
 * the statement outside of any transaction. Statements that waited for others were never answered.
 */
export async function openTransaction(
  client: Sql,
  mode: string,
  lastMessage: LastMessage = () => null,
): Promise<OpenTransaction> {
  const state = new TransactionState(lastMessage)
  // The option is not in the driver's types. It receives the connection that carries out the statement.
  const options = Object.assign(
    { prepare: false },
    { onexecute: (connection: DriverConnection) => state.take(connection) },
  )
  await client.unsafe(`begin ${mode}`, [], options)
  const attach = <T>(made: T): T => {
    if (typeof made === 'object' && made !== null && 'handler' in made) {
      Object.assign(made, { handler: (query: DriverQuery) => state.run(query) })
    }
    return made
  }
  const unsafe: Sql['unsafe'] = (text, parameters, queryOptions) =>
    attach(client.unsafe(text, parameters, queryOptions))
  const sql = new Proxy(client, {
    apply: (target, self, parts) => attach<unknown>(Reflect.apply(target, self, parts)),
    get: (target, name): unknown => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  })
  const rollback = async (error: unknown): Promise<Error> => {
    const reason = state.reasonOf(error)
    // Without a connection the server has rolled back by itself.
    if (state.isOpen()) await unsafe('rollback').catch(() => undefined)
    return reason
  }
  return {
    sql,
    lost: state.lost,
    rollback,
    async commit() {
      const failure = state.firstFailure ?? (await failureOf(unsafe('commit')))
      if (failure !== null) throw await rollback(failure)
    },
  }
}

/** Replaces the driver's `begin` of a client. There are no savepoints and no two-phase commits. */
export function withSafeTransactions(client: Sql, lastMessage: LastMessage): Sql {
  async function begin<T>(mode: string | Work<T>, work?: Work<T>): Promise<T> {
    if (typeof mode === 'function') return begin('', mode)
    if (work === undefined) throw new Error('A transaction needs its work')
    const transaction = await openTransaction(client, mode, lastMessage)
    let result: T
    try {
      result = await Promise.race([work(transaction.sql), transaction.lost])
    } catch (error) {
      throw await transaction.rollback(error)
    }
    await transaction.commit()
    return result
  }
  return Object.assign(client, { begin })
}

type Work<T> = (sql: ISql) => T | Promise<T>

/** Sends the statements of one transaction, one after the other, as long as its connection is open. */
class TransactionState {
  firstFailure: Error | null = null
  readonly lost: Promise<never>
  readonly #rejectLost: (error: unknown) => void
  readonly #lastMessage: LastMessage
  readonly #waiting: DriverQuery[] = []
  #connection: DriverConnection | null = null
  #isBusy = false
  #lostWith: Error | null = null

  constructor(lastMessage: LastMessage) {
    this.#lastMessage = lastMessage
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    this.lost = promise
    this.#rejectLost = reject
  }

  /** Returns false: the driver gives the connection no other statements. */
  take(connection: DriverConnection): false {
    this.#connection = connection
    connection.reserved = this.#ready
    connection.onclose = (error) => this.#lose(error)
    return false
  }

  isOpen(): boolean {
    return this.#connection !== null && this.#connection.reserved === this.#ready
  }

  run(query: DriverQuery): void {
    query.catch((error) => (this.firstFailure ??= asError(error)))
    if (!this.isOpen()) query.reject(this.#lostWith ?? new Error('The transaction has ended'))
    else if (this.#isBusy) this.#waiting.push(query)
    else this.#send(query)
  }

  reasonOf(error: unknown): Error {
    if (this.#lostWith !== null) return this.#lastMessage() ?? (codeOf(error) === '' ? this.#lostWith : asError(error))
    return codeOf(error) === IN_FAILED_TRANSACTION ? (this.firstFailure ?? asError(error)) : asError(error)
  }

  readonly #ready = (): void => {
    this.#isBusy = false
    let next = this.#waiting.shift()
    // The driver sends nothing for a statement that was cancelled, so that nothing would call this again.
    while (next?.cancelled) next = this.#waiting.shift()
    if (next !== undefined) this.#send(next)
  }

  #send(query: DriverQuery): void {
    this.#isBusy = true
    this.#connection?.execute(query)
  }

  #lose(error: Error): void {
    this.#lostWith = error
    for (const query of this.#waiting.splice(0)) query.reject(error)
    this.#rejectLost(error)
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Null: it was carried out. */
function failureOf(statement: Promise<unknown>): Promise<Error | null> {
  return statement.then(() => null, asError)
}
