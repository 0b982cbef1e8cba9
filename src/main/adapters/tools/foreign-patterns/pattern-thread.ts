import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { JsonObject } from '../../../../shared/json.ts'

/** Work on a pattern that somebody else wrote: a server's JSON Schema, a model's glob. */
export type PatternRequest =
  /** Answered with what is wrong with the value. A schema that cannot be compiled finds nothing. */
  | { readonly type: 'check'; readonly schema: JsonObject; readonly value: JsonObject }
  /** Answered with the paths that match. */
  | { readonly type: 'glob'; readonly pattern: string; readonly paths: readonly string[] }

/** How long one request may take, ms. A normal schema takes less than one. */
const TIME_LIMIT_MS = 3_000
const MEMORY_LIMIT_MB = 256

interface RunningThread {
  readonly worker: Worker
  readonly online: Promise<unknown>
}

/**
 * Runs foreign patterns in a thread with limits on time and memory. A regular expression can take exponential time, and
 * so can a schema whose references fan out: on the main thread either would stop the whole app. One request at a time;
 * the thread starts with the first one and never keeps the process alive.
 */
export class PatternThread {
  readonly #timeLimitMs: number
  #thread: RunningThread | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(timeLimitMs: number = TIME_LIMIT_MS) {
    this.#timeLimitMs = timeLimitMs
  }

  /** Null: the request exceeded a limit or failed. Never rejects. */
  ask(request: PatternRequest): Promise<readonly string[] | null> {
    const answer = this.#last.then(() => this.#ask(request))
    this.#last = answer
    return answer
  }

  /** Ends the thread; the request that it works on is answered with null. */
  async close(): Promise<void> {
    await this.#thread?.worker.terminate()
  }

  async #ask(request: PatternRequest): Promise<readonly string[] | null> {
    const thread = (this.#thread ??= startThread())
    const { worker, online } = thread
    const { promise, resolve } = Promise.withResolvers<readonly string[] | null>()
    const answered = (lines: readonly string[] | null): void => resolve(lines)
    const failed = (): void => resolve(null)
    worker.ref()
    worker.once('message', answered).once('exit', failed)
    worker.postMessage(request)
    // Starting the thread does not count: a busy machine may need seconds for it.
    await Promise.race([online, promise])
    const timer = setTimeout(failed, this.#timeLimitMs)
    const lines = await promise
    clearTimeout(timer)
    worker.off('message', answered).off('exit', failed)
    worker.unref()
    if (lines === null) await this.#drop(thread)
    return lines
  }

  async #drop(thread: RunningThread): Promise<void> {
    this.#thread = null
    await thread.worker.terminate()
  }
}

function startThread(): RunningThread {
  const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  })
  // A thread that fails emits `exit` too, which settles the request.
  worker.on('error', () => undefined)
  return { worker, online: once(worker, 'online').catch(() => undefined) }
}
