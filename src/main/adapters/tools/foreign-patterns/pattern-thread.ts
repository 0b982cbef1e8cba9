import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { JsonObject } from '../../../../shared/json.ts'
import type { CheckAnswer, MatchPattern } from '../../../core/ports/tool-ports.ts'

/**
 * A task with a pattern from outside (the JSON Schema of a server, the glob of a model), or with a pattern of a user
 * and a text from outside.
 */
export type PatternRequest =
  /** Returns the errors in the value. A schema that cannot be compiled reports none. */
  | { readonly type: 'check'; readonly schema: JsonObject; readonly value: JsonObject }
  /** Returns the errors in the answer of a model. A schema that cannot be compiled fails. */
  | { readonly type: 'answer'; readonly schema: JsonObject; readonly value: unknown }
  /** Returns the text in a list if a regular expression matches somewhere in it, else an empty list. */
  | { readonly type: 'match'; readonly pattern: string; readonly text: string }
  /** Returns the paths that match, see `pathsThatMatch`. */
  | { readonly type: 'glob'; readonly pattern: string; readonly paths: readonly string[] }

/** Time limit of one request, ms. A normal schema takes less than 1 ms. */
const TIME_LIMIT_MS = 3_000
const MEMORY_LIMIT_MB = 256

interface RunningThread {
  readonly worker: Worker
  /** Resolves when the thread has loaded its modules, or could not. */
  readonly ready: Promise<unknown>
}

/**
 * Evaluates foreign patterns in a thread with limits on time and memory. A regular expression can take exponential
 * time, and so can a schema whose references multiply: on the main thread either would block the whole app. Handles one
 * request at a time. The thread starts with the first request and never keeps the process alive.
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

  /** Ends the thread; the current request resolves to null. */
  async close(): Promise<void> {
    await this.#thread?.worker.terminate()
  }

  async #ask(request: PatternRequest): Promise<readonly string[] | null> {
    const thread = (this.#thread ??= startThread())
    const { worker, ready } = thread
    const { promise, resolve } = Promise.withResolvers<readonly string[] | null>()
    const answered = (lines: readonly string[] | null): void => resolve(lines)
    const failed = (): void => resolve(null)
    worker.ref()
    worker.once('exit', failed)
    // The start of the thread is not counted: it may take seconds on a busy machine.
    await ready
    worker.once('message', answered)
    worker.postMessage(request)
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
  // A thread that fails also emits `exit`, which settles the request.
  worker.on('error', () => undefined)
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  // The first message says that the thread is ready. `online` comes before it has loaded its modules.
  return { worker, ready: Promise.race([once(worker, 'message').catch(() => undefined), ended]) }
}

/** Creates the check of answers against their schema. Schemas may have patterns, so it runs in a thread with limits. */
export function createAnswerCheck(timeLimitMs?: number): CheckAnswer {
  const patterns = new PatternThread(timeLimitMs)
  return (schema, value) => patterns.ask({ type: 'answer', schema, value })
}

/**
 * Creates the search of a pattern in an answer. A pattern that is harmless on most texts can take exponential time on the
 * text of a model, so it runs in a thread with limits.
 */
export function createPatternMatch(timeLimitMs?: number): MatchPattern {
  const patterns = new PatternThread(timeLimitMs)
  return async (pattern, text) => {
    const found = await patterns.ask({ type: 'match', pattern, text })
    return found === null ? null : found.length > 0
  }
}
