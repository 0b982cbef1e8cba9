import type { StorageHealth } from '../../core/ports/health-ports.ts'
import { checkHealth } from './check-health.ts'
import { openSingle, type Target } from './database-clients.ts'
import { crashMark, settleCrash } from './embedded/crash-mark.ts'
import { toResult } from './storage-error.ts'

interface HealthPlace {
  readonly target: Target
  /** The folder of the embedded server; null: the database has another one, whose crashes are not known. */
  readonly home: string | null
}

/** Checks the database over a connection of its own, which takes no time from the engine's. */
export function createStorageHealth({ target, home }: HealthPlace): StorageHealth {
  return {
    isDue: () => home !== null && crashMark(home) !== null,
    async check(signal) {
      const mark = home === null ? null : crashMark(home)
      const client = openSingle(target)
      const stop = (): void => void client.end({ timeout: 0 })
      signal.addEventListener('abort', stop, { once: true })
      try {
        const report = await toResult(() => checkHealth(client))
        if (report.ok && report.value.damages.length === 0 && home !== null) settleCrash(home, mark)
        return report
      } finally {
        signal.removeEventListener('abort', stop)
        await client.end({ timeout: 1 })
      }
    },
  }
}
