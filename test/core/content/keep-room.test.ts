import { expect, it } from 'vitest'

import { keepRoom, removedOutputs } from '../../../src/main/core/content/keep-room.ts'
import { err, ok } from '../../../src/shared/result.ts'
import { NO_REMOVED_OUTPUTS } from '../../../src/shared/room.ts'
import { memorySettings } from '../../support/memory-settings.ts'
import { SteppedClock } from '../../support/stepped-clock.ts'

const DAY = 24 * 3_600_000

/** A copy of the agent has the first file too. */
const OWNERS = [
  { agentId: 'an-agent', name: 'one.txt' },
  { agentId: 'an-agent', name: 'two.txt' },
  { agentId: 'a-copy', name: 'one.txt' },
]

function keeper() {
  const clock = new SteppedClock()
  const settings = memorySettings()
  const config = { toolOutputDays: 0 }
  const calls: string[] = []
  const closing = new AbortController()
  const running = keepRoom(closing.signal, {
    clock,
    settings,
    config,
    content: {
      sweep: async () => {
        calls.push('sweep')
        return err({ category: 'STORAGE', message: 'down', retryable: true })
      },
    },
    removeOldOutputs: async (before) => {
      calls.push(`older than ${(clock.now() - before) / DAY} days`)
      return [
        { name: 'one.txt', bytes: 4 },
        { name: 'two.txt', bytes: 6 },
      ]
    },
    room: {
      outputOwners: async (names) => ok(OWNERS.filter(({ name }) => names.includes(name))),
    },
    record: async (event) => {
      calls.push(`${event.agentId}: ${JSON.stringify(event.data)}`)
      return ok(null)
    },
    logger: {
      info: () => undefined,
      warn: (text, facts) => calls.push(`${text}: ${JSON.stringify(facts)}`),
      error: () => undefined,
    },
  })
  const nextDay = async (): Promise<void> => {
    await clock.untilAsleep(1, (ms) => ms === DAY)
    calls.splice(0)
    clock.advance(DAY)
    await clock.untilAsleep(1, (ms) => ms === DAY)
  }
  return { calls, config, clock, settings, nextDay, end: () => (closing.abort(), running) }
}

it('removes files without references every day, and outputs of tools only if there is a rule', async () => {
  const { calls, config, clock, settings, nextDay, end } = keeper()
  await nextDay()
  expect(calls).toEqual(['sweep', 'No room was made on the disk: {"reason":"down"}'])
  expect(await removedOutputs(settings).read()).toEqual(ok(NO_REMOVED_OUTPUTS))
  config.toolOutputDays = 30
  await nextDay()
  expect(calls).toContain('older than 30 days')
  config.toolOutputDays = 7
  await nextDay()
  expect(calls.slice(1)).toEqual([
    'older than 7 days',
    'an-agent: {"days":7,"files":2,"bytes":10}',
    'a-copy: {"days":7,"files":1,"bytes":4}',
    'No room was made on the disk: {"reason":"down"}',
  ])
  const lastAt = clock.now()
  expect(await removedOutputs(settings).read()).toEqual(ok({ files: 4, bytes: 20, days: 7, lastAt }))
  await end()
})
