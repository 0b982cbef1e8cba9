/** What a worker says when it can take its first request. */
export const WORKER_READY = 'ready'

/** Work for a worker that may never end: foreign text is parsed there, and a hostile one must not take a worker along. */
export interface TimedWorker<Request, Reply> {
  /**
   * Never rejects. Null: the worker failed, took longer than its time, or `signal` aborted first. An aborted request that
   * waits is never sent; one that the worker has begun gets a moment to end, then its worker ends.
   */
  ask(request: Request, signal?: AbortSignal): Promise<Reply | null>
}

interface Job<Request, Reply> {
  readonly request: Request
  readonly answer: (reply: Reply | null) => void
}

/** Ending a worker costs more than the rest of an ordinary request. */
const ABORTED_MS = 250

/**
 * Sends one request at a time to a worker that answers each with one message. One that takes longer than `limitMs` ends
 * with its worker; the next goes to a new one. The time it takes to start a worker does not count.
 */
export function createTimedWorker<Request, Reply>(
  startWorker: () => Worker,
  limitMs: number,
): TimedWorker<Request, Reply> {
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
    // A worker that cannot even start would fail for everybody who waits.
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
  }
}
