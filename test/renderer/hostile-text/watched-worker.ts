const busy = new Set<Worker>()
const waiting = new Set<() => void>()

/** A worker that is busy from its start, and from each request, until it says something. */
class WatchedWorker extends Worker {
  constructor(...options: ConstructorParameters<typeof Worker>) {
    super(...options)
    busy.add(this)
    this.addEventListener('message', () => this.rest())
  }

  override postMessage(message: unknown): void {
    busy.add(this)
    super.postMessage(message)
  }

  override terminate(): void {
    super.terminate()
    this.rest()
  }

  private rest(): void {
    busy.delete(this)
    if (busy.size > 0) return
    for (const resume of waiting) resume()
    waiting.clear()
  }
}

/** Must be called before the page starts a worker. */
export function watchWorkers(): void {
  window.Worker = WatchedWorker
}

export function areWorkersBusy(): boolean {
  return busy.size > 0
}

/** The next time that no worker is busy. */
export function workersAtRest(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.add(resolve)
  if (busy.size === 0) resolve()
  return promise
}
