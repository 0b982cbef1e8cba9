import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiProviderName } from '../../src/shared/providers.ts'
import { NO_FINDINGS, expectedOf, playBuilt, replayBuilt } from './built-stream.ts'
import type { BuiltStream } from './built-stream.ts'
import type { Simulator } from './provider-simulator/simulator.ts'
import { startSimulator } from './provider-simulator/start-simulator.ts'

/**
 * Defines two tests per stream: one that reads it, one that sends its stored answer back. Each host's streams are a
 * group.
 */
export function describeBuiltStreams(
  ...hosts: readonly (readonly [ApiProviderName, Readonly<Record<string, BuiltStream>>])[]
): void {
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterAll(() => simulator.close())

  describe.each(hosts)('%s', (host, streams) => {
    it.each(Object.entries(streams))('%s', async (_name, stream) => {
      expect(await playBuilt(simulator, host, stream)).toEqual(expectedOf(stream))
    })

    it.each(Object.entries(streams).filter(([, { error }]) => error === undefined))(
      '%s: goes back without a complaint',
      async (_name, stream) => {
        expect(await replayBuilt(simulator, host, stream)).toEqual(NO_FINDINGS)
      },
    )
  })
}
