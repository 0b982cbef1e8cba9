/** The message of a worker that is ready for its first request. */
export const WORKER_READY = 'ready'

/** Runs work in a worker with a time limit, because parsing a malicious text may never end. */
export interface TimedWorker<Request, Reply> {
  /**
   * Never rejects. Null: the worker failed, took longer than the limit, or `signal` aborted first. A waiting request
   * that is aborted is never sent; a running one gets a short time to finish, then the worker is terminated.
   */
  ask(request: Request, signal?: AbortSignal): Promise<Reply | null>
}

/** One that is not used for as long as the window is open. */
interface EndableWorker<Request, Reply> extends TimedWorker<Request, Reply> {
  /** Ends the worker and answers what waits with null. A later request starts a new one. */
  end(): void
}

interface Job<Request, Reply> {
  readonly request: Request
  readonly answer: (reply: Reply | null) => void
}

/** Time to finish after an abort, since starting a new worker costs more than the rest of an ordinary request. ms. */
const ABORTED_MS = 250

/**
 * Sends one request at a time to a worker that answers each with one message. If one takes longer than `limitMs`, the
 * worker is terminated, and the next request starts a new one. The start-up time of a worker does not count.
 */
export function createTimedWorker<Request, Reply>(
  startWorker: () => Worker,
  limitMs: number,
): EndableWorker<Request, Reply> {
  const jobs: Job<Request, Reply>[] = []
  let worker: Worker | null = null
  let isReady = false
  let current: Job<Request, Reply> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function started(): Worker {
    const fresh = startWorker()
    isReady = false
    fresh.addEventListener('message', ({ data }: MessageEvent<Reply | typeof WORKER_READY>) => {
      if (fresh !== worker) return
      if (data === WORKER_READY) isReady = true
      else finish(data)
      next()
    })
    fresh.addEventListener('error', () => {
      if (fresh === worker) giveUp()
    })
    return fresh
  }

  function finish(reply: Reply | null): void {
    clearTimeout(timer)
    const done = current
    current = null
    done?.answer(reply)
  }

  function giveUp(): void {
    worker?.terminate()
    worker = null
    // A worker that fails to start would fail for every waiting request.
    if (!isReady) for (const job of jobs.splice(0)) job.answer(null)
    finish(null)
    next()
  }

  function next(): void {
    if (current !== null || jobs.length === 0) return
    worker ??= started()
    if (!isReady) return
    current = jobs.shift() ?? null
    timer = setTimeout(giveUp, limitMs)
    if (current !== null) worker.postMessage(current.request)
  }

  function abort(job: Job<Request, Reply>): void {
    if (job === current) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, ABORTED_MS)
    }
    const place = jobs.indexOf(job)
    if (place !== -1) jobs.splice(place, 1)
    job.answer(null)
  }

  return {
    ask(request, signal) {
      if (signal?.aborted === true) return Promise.resolve(null)
      const { promise, resolve } = Promise.withResolvers<Reply | null>()
      const job = { request, answer: resolve }
      const onAbort = () => abort(job)
      signal?.addEventListener('abort', onAbort)
      jobs.push(job)
      next()
      return promise.finally(() => signal?.removeEventListener('abort', onAbort))
    },
    end() {
      for (const job of jobs.splice(0)) job.answer(null)
      giveUp()
    },
  }
}
