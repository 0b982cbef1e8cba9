import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
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

const DOWN = err({ category: 'STORAGE', message: 'down', retryable: true } as const)

function keeper() {
  const clock = new SteppedClock()
  const settings = memorySettings()
  const config = { ...DEFAULT_CONFIG, toolOutputDays: 0 }
  const calls: string[] = []
  /** What fails: the owners, or the events of agents. */
  const down = new Set<string>()
  const closing = new AbortController()
  const running = keepRoom(closing.signal, {
    clock,
    settings,
    config,
    content: {
      sweep: async () => {
        calls.push('sweep')
        return DOWN
      },
    },
    oldOutputs: {
      find: async (before) => {
        calls.push(`older than ${(clock.now() - before) / DAY} days`)
        return [
          { name: 'one.txt', bytes: 4 },
          { name: 'two.txt', bytes: 6 },
        ]
      },
      remove: async (files) => {
        calls.push(`removed ${files.length}`)
        return files
      },
    },
    room: {
      sizes: async () => DOWN,
      isFreeDue: async () => (down.has('due') ? DOWN : ok(down.has('killed import'))),
      free: async () => {
        calls.push('freed')
        return ok({ freed: 1, left: 0 })
      },
      outputOwners: async (names) =>
        down.has('owners') ? DOWN : ok(OWNERS.filter(({ name }) => names.includes(name))),
    },
    hub: {
      record: async ({ events = [] }) => {
        for (const { agentId, data } of events) {
          if (down.has(agentId)) return DOWN
          calls.push(`${agentId}: ${JSON.stringify(data)}`)
        }
        return ok({ agents: [], events: [] })
      },
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
  return { calls, down, config, clock, settings, nextDay, end: () => (closing.abort(), running) }
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
    'removed 2',
    'an-agent: {"days":7,"files":2,"bytes":10}',
    'a-copy: {"days":7,"files":1,"bytes":4}',
    'No room was made on the disk: {"reason":"down"}',
  ])
  const lastAt = clock.now()
  expect(await removedOutputs(settings).read()).toEqual(ok({ files: 4, bytes: 20, days: 7, lastAt }))
  await end()
})

it('keeps outputs whose agents are not known, and records the deletion in every agent that it can', async () => {
  const { calls, down, config, nextDay, end } = keeper()
  config.toolOutputDays = 7
  down.add('owners').add('an-agent')
  await nextDay()
  const noRoom = 'No room was made on the disk: {"reason":"down"}'
  expect(calls).toEqual(['sweep', 'older than 7 days', noRoom, noRoom])
  down.delete('owners')
  await nextDay()
  expect(calls.slice(1)).toEqual([
    'older than 7 days',
    'removed 2',
    'Whole outputs of an agent were deleted, which its log does not say: {"agentId":"an-agent","reason":"down"}',
    'a-copy: {"days":7,"files":1,"bytes":4}',
    noRoom,
  ])
  await end()
})

it.each([
  ['what a killed import has left', ['killed import'], ['freed'], []],
  ['nothing after a clean end', [], [], ['freed']],
  ['nothing while the database does not answer', ['due'], [], ['freed']],
] as const)('frees %s', async (_name, states, expected, not) => {
  const { calls, down, nextDay, end } = keeper()
  for (const state of states) down.add(state)
  await nextDay()
  expect(calls).toEqual(expect.arrayContaining([...expected]))
  for (const call of not) expect(calls).not.toContain(call)
  await end()
})
