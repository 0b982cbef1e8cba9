import { beforeEach, describe, expect, it } from 'vitest'

import { FRESH_MS, recentSettings } from '../../../src/main/adapters/storage/settings-store.ts'
import type { SettingsStore } from '../../../src/main/core/ports/log-ports.ts'
import type { JsonValue } from '../../../src/shared/json.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'

const FAILED: Result<never> = err({ category: 'STORAGE', message: 'gone', retryable: true })

let time: number
let reads: string[]
let stored: Map<string, JsonValue>
/** What the next read answers instead. */
let failure: Result<never> | null
let store: SettingsStore<string>

beforeEach(() => {
  time = 0
  reads = []
  stored = new Map()
  failure = null
  store = recentSettings(
    {
      async get(key) {
        reads.push(key)
        return failure ?? ok(stored.get(key) ?? null)
      },
      getAll: async () => ok(stored),
      async set(key, value) {
        stored.set(key, value)
        return ok(null)
      },
      async replace(key, expected, value) {
        if (JSON.stringify(stored.get(key) ?? null) !== JSON.stringify(expected)) return ok(false)
        stored.set(key, value)
        return ok(true)
      },
      draft: async () => ok({ text: '', asText: false }),
      setDraft: async () => ok(null),
    },
    () => time,
  )
})

const OF_CALLS = ['budgets', 'run_limits', 'turn_rights:a', 'home:h:agent_folders', 'home:h:agent_folder:a']

describe('settings that calls read', () => {
  it.each(OF_CALLS)('%s is read once by several reads of one moment', async (key) => {
    stored.set(key, 1)
    expect(await Promise.all([store.get(key), store.get(key)])).toEqual([ok(1), ok(1)])
    time = FRESH_MS - 1
    expect(await store.get(key)).toEqual(ok(1))
    expect(reads).toEqual([key])
  })

  it.each(OF_CALLS)('%s is read again when another engine may have set it for longer', async (key) => {
    await store.get(key)
    stored.set(key, 2)
    time = FRESH_MS
    expect(await store.get(key)).toEqual(ok(2))
  })

  it.each(OF_CALLS)('%s is what was set here, at once', async (key) => {
    await store.get(key)
    await store.set(key, 3)
    expect(await store.get(key)).toEqual(ok(3))
    await store.replace(key, 3, 4)
    expect(await store.get(key)).toEqual(ok(4))
  })

  it('are not what a read saw that began before the end of a change', async () => {
    const change = store.set('budgets', 1)
    await store.get('budgets')
    await change
    const before = reads.length
    await store.get('budgets')
    expect(reads.length).toBe(before + 1)
  })

  it('are read again after a change that another engine came before', async () => {
    await store.get('budgets')
    stored.set('budgets', { a: 1 })
    expect(await store.replace('budgets', null, { b: 1 })).toEqual(ok(false))
    expect(await store.get('budgets')).toEqual(ok({ a: 1 }))
  })

  it('are read again after a read that failed', async () => {
    failure = FAILED
    expect(await store.get('budgets')).toEqual(FAILED)
    failure = null
    expect(await store.get('budgets')).toEqual(ok(null))
  })
})

it.each([
  'home:h:approval_rules',
  'home:h:agent_sandboxes',
  'home:h:folder_trust',
  'tree_use:a',
  'home:h:model_pools',
  'mail_rights:a:b',
  'agent_identity:a',
])('%s is read each time', async (key) => {
  await store.get(key)
  await store.get(key)
  expect(reads).toEqual([key, key])
})
