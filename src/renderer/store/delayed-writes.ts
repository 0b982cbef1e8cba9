import type { Stop } from './engine-connection.ts'

/** Runs `work` later; the returned function cancels it. */
export type DelayScheduler = (work: () => void) => Stop

/** Writes the newest value of each key when it has not changed for a while. */
export interface DelayedWrites<Value> {
  put(key: string, value: Value): void
  /** Writes all pending values immediately. */
  flush(): void
}

export function createDelayedWrites<Value>(
  write: (key: string, value: Value) => void,
  delay: DelayScheduler,
): DelayedWrites<Value> {
  const waiting = new Map<string, { readonly value: Value; readonly cancel: Stop }>()

  function writeOut(key: string): void {
    const entry = waiting.get(key)
    if (entry === undefined) return
    waiting.delete(key)
    entry.cancel()
    write(key, entry.value)
  }

  return {
    put(key, value) {
      waiting.get(key)?.cancel()
      waiting.set(key, { value, cancel: delay(() => writeOut(key)) })
    },
    flush() {
      for (const key of waiting.keys()) writeOut(key)
    },
  }
}

export function afterMilliseconds(milliseconds: number): DelayScheduler {
  return (work) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  }
}
