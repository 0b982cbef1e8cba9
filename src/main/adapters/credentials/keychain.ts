import { Worker } from 'node:worker_threads'
import { DONE } from '../../../shared/result.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { keychainProblem } from './keychain-port.ts'
import type { Keychain, KeychainProblem, KeychainResult } from './keychain-port.ts'

/** A request to the worker. */
export type KeychainRequest =
  | { readonly operation: 'get' | 'remove'; readonly account: string }
  | { readonly operation: 'set'; readonly account: string; readonly secret: string }

export type KeychainReply =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly detail: string }

export interface KeychainOptions {
  readonly logger: Logger
  /** How long a caller waits for a result, ms, from the start of the keychain's thread on. */
  readonly timeoutMs?: number
  /** How long a locked keychain is not asked again for a secret, ms: each request may open a dialog. */
  readonly restMs?: number
}

type Answer = KeychainResult<string | null>

const TIMEOUT_MS = 3_000
const REST_MS = 30_000

/**
 * Creates the keychain of the operating system. Starts nothing before the first request, sends one request at a time,
 * never delays a caller longer than the timeout and never keeps the process alive.
 */
export function createKeychain(options: KeychainOptions): Keychain {
  return new SystemKeychain(options)
}

class SystemKeychain implements Keychain {
  readonly #logger: Logger
  readonly #timeoutMs: number
  readonly #restMs: number
  #worker: Worker | null = null
  /** The worker runs. Its start takes seconds on a busy machine, which says nothing about the keychain. */
  #isOnline = false
  #last: Promise<unknown> = Promise.resolve()
  /** Resolves the current request. */
  #settle: ((answer: Answer) => void) | null = null
  /** A request timed out and the worker is still busy with it: further requests would only wait for it. */
  #isOverdue = false
  #rest: { readonly until: number; readonly problem: KeychainProblem } | null = null

  constructor({ logger, timeoutMs = TIMEOUT_MS, restMs = REST_MS }: KeychainOptions) {
    this.#logger = logger
    this.#timeoutMs = timeoutMs
    this.#restMs = restMs
  }

  get(account: string): Promise<KeychainResult<string | null>> {
    return this.#inTurn(async () => {
      const rest = this.#rest
      if (rest !== null && performance.now() < rest.until) return { ok: false, problem: rest.problem }
      return this.#ask({ operation: 'get', account })
    })
  }

  set(account: string, secret: string): Promise<KeychainResult<null>> {
    return this.#inTurn(async () => withoutValue(await this.#ask({ operation: 'set', account, secret })))
  }

  remove(account: string): Promise<KeychainResult<null>> {
    return this.#inTurn(async () => withoutValue(await this.#ask({ operation: 'remove', account })))
  }

  #inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => null)
    return result
  }

  async #ask(request: KeychainRequest): Promise<Answer> {
    if (this.#isOverdue) return { ok: false, problem: NO_ANSWER }
    const answer = await this.#answerInTime(request)
    const isLocked = !answer.ok && answer.problem.kind === 'locked'
    this.#rest = isLocked ? { until: performance.now() + this.#restMs, problem: answer.problem } : null
    return answer
  }

  #answerInTime(request: KeychainRequest): Promise<Answer> {
    const worker = this.#worker ?? this.#startWorker()
    worker.ref()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    let timer: NodeJS.Timeout | undefined
    const startTimer = (): void => {
      timer = setTimeout(() => {
        this.#isOverdue = true
        this.#settle?.({ ok: false, problem: NO_ANSWER })
      }, this.#timeoutMs)
    }
    if (this.#isOnline) startTimer()
    else worker.once('online', startTimer)
    this.#settle = (answer) => {
      this.#settle = null
      worker.off('online', startTimer)
      clearTimeout(timer)
      worker.unref()
      resolve(answer)
    }
    worker.postMessage(request)
    return promise
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./keychain-worker.ts', import.meta.url))
    worker.on('online', () => (this.#isOnline = true))
    worker.on('message', (reply: KeychainReply) => this.#receive(answerOf(reply)))
    worker.on('error', (error: Error) => this.#lose(error.message))
    worker.on('exit', () => this.#lose('The keychain thread has ended.'))
    this.#worker = worker
    return worker
  }

  /** A late reply has no waiting caller; it only shows that the keychain works again. */
  #receive(answer: Answer): void {
    if (this.#isOverdue) this.#logger.info('The keychain answers again.')
    this.#isOverdue = false
    this.#settle?.(answer)
  }

  #lose(detail: string): void {
    this.#worker = null
    this.#isOnline = false
    this.#isOverdue = false
    this.#settle?.({ ok: false, problem: { kind: 'failed', detail } })
  }
}

const NO_ANSWER: KeychainProblem = { kind: 'timeout', detail: 'The keychain did not answer in time.' }

function answerOf(reply: KeychainReply): Answer {
  return reply.ok ? reply : { ok: false, problem: keychainProblem(reply.detail) }
}

function withoutValue(answer: Answer): KeychainResult<null> {
  return answer.ok ? DONE : answer
}
