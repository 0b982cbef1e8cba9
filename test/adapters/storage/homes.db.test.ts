import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import type { Home } from '../../../src/shared/home.ts'
import { keyAtHome } from '../../../src/shared/home-settings.ts'
import { newDatabase } from '../../support/shared-database.ts'
import {
  clientOf,
  DATABASE_TIMEOUT_MS,
  recordAgent,
  removeDirectory,
  storageOptions,
  temporaryDirectory,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

const ANN: Home = { id: '00000000-0000-4000-8000-0000000000aa', label: 'ann@desk' }
const BOB: Home = { id: '00000000-0000-4000-8000-0000000000bb', label: 'bob@lab' }

let directory: string
let url: string

beforeEach(async () => {
  directory = temporaryDirectory()
  url = (await newDatabase()) ?? ''
})

afterEach(() => removeDirectory(directory))

const openAs = async (home: Home): Promise<Storage> =>
  valueOf(await openStorage({ ...storageOptions(directory, url), home }))

/** Makes the database as an older version leaves it. */
async function forgetHomes(settings: Readonly<Record<string, string>>): Promise<void> {
  const client = clientOf(url)
  await client`delete from homes`
  await client`update agents set home = null`
  await client`update sessions set home = null`
  for (const [key, value] of Object.entries(settings))
    await client`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::text::json)`
  await client.end()
}

describe('the homes of a database', () => {
  it('begin with the one that opens it first: it gets the agents, and the settings that homes have for themselves', async () => {
    const older = await openAs(ANN)
    const agentId = await recordAgent(older)
    await older.close()
    await forgetHomes({
      approval_rules: 'rules',
      folder_trust: 'trust',
      theme: 'dark',
      [`agent_folder:${agentId}`]: '/a',
    })
    const [bob, ann] = [await openAs(BOB), await openAs(ANN)]
    expect(valueOf(await bob.store.agents()).map(({ home }) => home)).toEqual([undefined])
    expect(valueOf(await ann.store.agents()).map(({ home }) => home)).toEqual([BOB.id])
    for (const key of ['approval_rules', 'folder_trust', `agent_folder:${agentId}`]) {
      expect([key, valueOf(await bob.settings.get(keyAtHome(key, ANN.id)))]).toEqual([key, null])
      expect([key, typeof valueOf(await bob.settings.get(keyAtHome(key, BOB.id)))]).toEqual([key, 'string'])
      expect([key, valueOf(await bob.settings.get(key))]).toEqual([key, null])
    }
    expect(typeof valueOf(await bob.settings.get('theme'))).toBe('string')
    for (const storage of [bob, ann]) await storage.close()
  })

  it('say which of them are in use, and give the lock of a turn to the home of the agent only', async () => {
    const [bob, ann] = [await openAs(BOB), await openAs(ANN)]
    const agentId = await recordAgent(bob)
    const refused = await ann.leases.acquire(agentId)
    expect(refused).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
    expect(await ann.leases.acquire(`keep_warm:${agentId}`)).toMatchObject({ ok: false })
    const lease = valueOf(await bob.leases.acquire(agentId))
    expect(lease).not.toBeNull()
    await lease?.release()
    const choice = { provider: 'anthropic', model: 'm', thinkingLevel: 'none' } as const
    const begun = await ann.store.commit({ startedTurns: [{ agentId, turnId: randomUUID(), choice }] })
    expect(begun).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
    await bob.close()
    const states = new Map(valueOf(await ann.homes.list()).map(({ id, label, isOpen }) => [id, [label, isOpen]]))
    expect([states.get(ANN.id), states.get(BOB.id)]).toEqual([
      [ANN.label, true],
      [BOB.label, false],
    ])
    await ann.close()
  })
})
