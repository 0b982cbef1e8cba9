import { expect, it } from 'vitest'

import type { Engine } from '../../src/main/core/engine.ts'
import { openReopening } from '../../src/main/core/reopening-engine.ts'
import { mapOperations } from '../../src/shared/contract/map-operations.ts'
import { ok, refuse } from '../../src/shared/result.ts'
import { createFakeEngine, type EngineOverrides } from '../support/fake-engine.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { SteppedClock } from '../support/stepped-clock.ts'

type Made = Engine & { readonly number: number }

/** Opens engines that are made one after the other; the functions tell what they did. */
async function opened(
  overrides: (number: number, closed: AbortSignal) => EngineOverrides = () => ({}),
  { fails = [], hangs = false }: { readonly fails?: readonly number[]; readonly hangs?: boolean } = {},
) {
  const steps: string[] = []
  const clock = new SteppedClock()
  const logger = createRecordingLogger()
  const complaints: ((error: unknown) => void)[] = []
  let made = 0
  const reopening = await openReopening(
    async (onUntrusted) => {
      const number = made++
      if (fails.includes(number)) return refuse('No database.')
      const closing = new AbortController()
      complaints.push(onUntrusted)
      const engine: Made = {
        ...createFakeEngine(overrides(number, closing.signal)),
        number,
        close: async () => {
          steps.push(`close ${String(number)}`)
          closing.abort()
          if (hangs) await new Promise(() => undefined)
          return []
        },
        showReopened: (message) => void steps.push(`${String(number)} shows ${message}`),
      }
      return ok({ engine })
    },
    () => ({ clock, logger }),
  )
  if (!reopening.ok) throw new Error(reopening.error.message)
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  /** Ends a pause of this length, when it has begun. */
  const pause = async (ms: number): Promise<void> => {
    await clock.untilAsleep(1, (each) => each === ms)
    clock.advance(ms)
    await settled()
  }
  return { engine: reopening.value.engine, steps, pause, logger, complaints, settled }
}

const renames = (number: number): EngineOverrides => ({
  agents: { rename: async () => refuse(`by ${String(number)}`) },
})
const rename = async (engine: Engine): Promise<unknown> => {
  const renamed = await engine.agents.rename({ agentId: 'a', name: 'b' })
  return renamed.ok ? null : renamed.error.message
}

it('closes the engine, opens another one and says so; operations wait for it', async () => {
  const { engine, steps, pause, logger, complaints } = await opened(renames)
  const before = engine.agents.rename
  expect(await rename(engine)).toBe('by 0')
  complaints[0]?.(new Error('broken'))
  const waiting = rename(engine)
  await pause(0)
  expect(await waiting).toBe('by 1')
  // A host keeps the functions that it was given.
  expect(await before({ agentId: 'a', name: 'b' })).toMatchObject({ error: { message: 'by 1' } })
  expect(steps).toEqual(['close 0', '1 shows broken'])
  expect(logger.lines.map(([level]) => level)).toEqual(['error', 'error'])
})

it('does so once, whatever the old engine says meanwhile and afterwards', async () => {
  const { engine, steps, pause, complaints, settled } = await opened(renames)
  complaints[0]?.(new Error('broken'))
  complaints[0]?.(new Error('more'))
  await pause(0)
  complaints[0]?.(new Error('late'))
  await settled()
  expect([await rename(engine), steps]).toEqual(['by 1', ['close 0', '1 shows broken']])
  complaints[1]?.(new Error('again'))
  await pause(0)
  expect([await rename(engine), steps.slice(2)]).toEqual(['by 2', ['close 1', '2 shows again']])
})

it('tries again while no engine can be opened', async () => {
  const { engine, pause, complaints } = await opened(renames, { fails: [1, 2, 3, 4] })
  complaints[0]?.(new Error('broken'))
  const waiting = rename(engine)
  for (const ms of [0, 1_000, 5_000, 30_000, 30_000]) await pause(ms)
  expect(await waiting).toBe('by 5')
})

it('leaves an engine alone that does not close within its limit', async () => {
  const { engine, pause, complaints } = await opened(renames, { hangs: true })
  complaints[0]?.(new Error('broken'))
  await pause(30_000)
  await pause(0)
  expect(await rename(engine)).toBe('by 1')
})

/** A feed that says which engine it is of, and ends with it. */
async function* feedOf(number: number, input: unknown, closed: AbortSignal, signal: AbortSignal) {
  yield [{ number, input }]
  const end = AbortSignal.any([closed, signal])
  if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve))
}

it('continues the feeds of tree and agents with a snapshot, without what the subscriber had', async () => {
  const seen: unknown[] = []
  const { engine, pause, complaints, settled } = await opened((number, closed) => ({
    agents: {
      subscribe: async function* (input, signal) {
        for await (const batch of feedOf(number, input, closed, signal)) {
          seen.push(batch)
          yield []
        }
      },
    },
  }))
  const stop = new AbortController()
  const reading = (async () => {
    for await (const _batch of engine.agents.subscribe({ agentId: 'a', afterId: 7 }, stop.signal));
    return 'ended'
  })()
  await settled()
  complaints[0]?.(new Error('broken'))
  await pause(0)
  stop.abort()
  expect(await reading).toBe('ended')
  expect(seen).toEqual([
    [{ number: 0, input: { agentId: 'a', afterId: 7 } }],
    [{ number: 1, input: { agentId: 'a', afterId: 0 } }],
  ])
})

it('ends what is read of one engine only, as an export', async () => {
  const { engine, pause, complaints, settled } = await opened((_number, closed) => ({
    log: {
      export: async function* (_input, signal) {
        await new Promise((resolve) => AbortSignal.any([closed, signal]).addEventListener('abort', resolve))
        yield ok('part')
      },
    },
  }))
  const lines: unknown[] = []
  const reading = (async () => {
    for await (const batch of engine.log.export({ format: 'log', agentId: null }, new AbortController().signal))
      lines.push(batch)
  })()
  await settled()
  complaints[0]?.(new Error('broken'))
  await pause(0)
  await reading
  expect(lines).toEqual([ok('part')])
})

it('opens nothing any more when it is closed', async () => {
  const { engine, steps, complaints, settled } = await opened(renames)
  await engine.close()
  complaints[0]?.(new Error('broken'))
  await settled()
  expect(steps).toEqual(['close 0'])
})

it('passes each feed of the contract on as a feed', async () => {
  const { engine } = await opened()
  const feeds = Object.values(mapOperations((operation) => operation))
    .flatMap((operations) => Object.values(operations))
    // Hosts answer operations of confirmations, not the engine.
    .filter(({ isFeed, group }) => isFeed && group !== 'confirmation')
  expect(feeds.length).toBeGreaterThan(0)
  const forgotten = feeds.filter(({ group, name }) => {
    const operation: unknown = Reflect.get(Reflect.get(engine, group), name)
    if (typeof operation !== 'function') return true
    const made: unknown = Reflect.apply(operation, null, [{}])
    return !(typeof made === 'object' && made !== null && Symbol.asyncIterator in made)
  })
  expect(forgotten.map(({ group, name }) => `${group}.${name}`)).toEqual([])
})
