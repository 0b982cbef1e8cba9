import { expect, it } from 'vitest'

import type { EngineDependencies } from '../../src/main/core/engine-dependencies.ts'
import { noServers } from '../support/no-servers.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { systemClock } from '../../src/main/system-ports.ts'

/** The limit of a minute is over at once. Other waits are as long as ever. */
const clock = {
  now: () => systemClock.now(),
  sleep: (ms: number, signal: AbortSignal) => systemClock.sleep(ms === 60_000 ? 50 : ms, signal),
}
const never = (): Promise<void> => new Promise(() => undefined)

it.each<[string, (ports: EngineDependencies) => EngineDependencies]>([
  ['tool servers', (ports) => ({ ...ports, toolServers: { ...noServers, close: never } })],
  ['checkpoints', (ports) => ({ ...ports, checkpoints: { ...ports.checkpoints, close: never } })],
  [
    'tool servers',
    (ports) => ({ ...ports, toolServers: { ...noServers, close: () => Promise.reject(new Error('broken')) } }),
  ],
])('an engine whose %s do not close still closes its storage', async (name, wrapPorts) => {
  let isStorageClosed = false
  const real = await openRealEngine(
    {},
    {
      clock,
      wrapPorts,
      wrapStorage: (storage) => ({
        ...storage,
        close: async () => {
          await storage.close()
          isStorageClosed = true
        },
      }),
    },
  )
  expect(await real.engine.close()).toContain(name)
  expect(isStorageClosed).toBe(true)
})
