import { readFile, rm, writeFile } from 'node:fs/promises'

import type { Sql } from 'postgres'
import { beforeEach, expect, it } from 'vitest'

import { createSecretStore } from '../../../src/main/adapters/credentials/secret-store.ts'
import { createHeadSigner } from '../../../src/main/adapters/proof/head-signer.ts'
import { readSignedHead, signedHeadPath } from '../../../src/main/adapters/proof/log-signer.ts'
import { createHeadReader } from '../../../src/main/adapters/storage/read-heads.ts'
import { verifyEvents } from '../../../src/main/adapters/storage/verify-events.ts'
import type { HeadSigner } from '../../../src/main/core/ports/verify-ports.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { createMemoryKeychain, type MemoryKeychain } from '../../support/memory-keychain.ts'
import {
  newAgent,
  recordAgent,
  removeDirectory,
  temporaryDirectory,
  userEvent,
  valueOf,
} from '../storage/support/test-storage.ts'
import { storageForTests } from '../storage/support/storage-for-tests.ts'

const shared = storageForTests()
const path = signedHeadPath(shared.directory)
let configDirectory: string
let keychain: MemoryKeychain
let signer: HeadSigner

beforeEach(async () => {
  await rm(path, { force: true })
  configDirectory = temporaryDirectory()
  keychain = createMemoryKeychain()
  signer = createHeadSigner({
    path,
    secrets: createSecretStore({ configDirectory, keychain }),
    heads: shared.storage.heads,
  })
  return () => removeDirectory(configDirectory)
})

async function record(agentId: AgentId, ...contents: readonly string[]): Promise<void> {
  valueOf(await shared.storage.store.commit({ events: contents.map((content) => userEvent(agentId, content)) }))
}

async function noteNow(): Promise<string | null> {
  return valueOf(await readSignedHead(path))?.note ?? null
}

/** Changes the log as its owner can, who switches the triggers off. */
async function tamper(change: (sql: Sql) => Promise<unknown>): Promise<void> {
  await shared.client`alter table event_hashes disable trigger all`
  await change(shared.client)
  await shared.client`alter table event_hashes enable trigger all`
}

it('signs what was just recorded, also in forks and agents without events, as verifying computes it', async () => {
  const root = await recordAgent(shared.storage)
  await record(root, 'one', 'two')
  const { events } = valueOf(await shared.storage.store.commit({ events: [userEvent(root, 'three')] }))
  const child = newAgent({ parentId: root, forkEventId: events[0]?.id ?? 0 })
  valueOf(await shared.storage.store.commit({ newAgents: [child, newAgent()], events: [userEvent(child.id, 'four')] }))
  const signedAt = valueOf(await signer.sign())
  expect(signedAt).toBeGreaterThan(0)
  const check = valueOf(await verifyEvents(shared.client, null))
  const signed = valueOf(await readSignedHead(path))
  expect(check).toMatchObject({ unhashed: 0, faults: [] })
  expect(signed?.heads).toEqual(check.heads)
  expect(signed?.note).toContain(`\n${check.events}\n${Buffer.from(check.head, 'hex').toString('base64')}\n`)

  const note = await noteNow()
  expect(valueOf(await signer.sign())).toBe(signedAt)
  expect(await noteNow()).toBe(note)
  await record(child.id, 'five')
  valueOf(await signer.sign())
  expect(await noteNow()).toContain(`\n${check.events + 1}\n`)
})

it('does not sign a log that is shorter than it was signed, or has other hashes', async () => {
  const agent = await recordAgent(shared.storage)
  await record(agent, 'one', 'two')
  valueOf(await signer.sign())
  const note = await noteNow()
  await shared.client`create temporary table kept as select * from event_hashes where agent_uuid = ${agent} and seq = 2`
  await record(agent, 'three')
  await shared.storage.heads.whileSigning(async () => ({ ok: true, value: null }))

  await tamper(
    (sql) => sql`update event_hashes set chain = ${Buffer.alloc(32)} where event_id in (select event_id from kept)`,
  )
  expect(await signer.sign()).toMatchObject({ ok: false, error: { message: expect.stringContaining('was rewritten') } })
  await tamper((sql) => sql`delete from event_hashes where event_id in (select event_id from kept)`)
  expect(await signer.sign()).toMatchObject({ ok: false, error: { message: expect.stringContaining('is shorter') } })
  expect(await noteNow()).toBe(note)
  await tamper((sql) => sql`insert into event_hashes select * from kept`)
  expect(await signer.sign()).toMatchObject({ ok: true })
  expect(await noteNow()).not.toBe(note)
})

it('does not sign after its head was removed, replaced by an older one, or while the keychain does not answer', async () => {
  const agent = await recordAgent(shared.storage)
  keychain.trouble = 'locked'
  await record(agent, 'one')
  expect(await signer.sign()).toMatchObject({
    ok: false,
    error: { retryable: false, message: expect.stringContaining('keychain does not answer') },
  })
  expect([await noteNow(), keychain.secrets.size]).toEqual([null, 0])
  keychain.trouble = null
  valueOf(await signer.sign())
  const older = await readFile(path, 'utf8')
  await rm(path)
  expect(await signer.sign()).toMatchObject({ ok: false, error: { message: expect.stringContaining('was removed') } })
  await writeFile(path, older)
  await record(agent, 'two')
  valueOf(await signer.sign())
  await writeFile(path, older)
  expect(await signer.sign()).toMatchObject({ ok: false, error: { message: expect.stringContaining('is older') } })
})

it('keeps the key in a file where there is no keychain, and signs once if two engines sign at the same moment', async () => {
  keychain.trouble = 'no_service'
  const agent = await recordAgent(shared.storage)
  await record(agent, 'one')
  const second = createHeadSigner({
    path,
    secrets: createSecretStore({ configDirectory, keychain }),
    heads: createHeadReader(shared.client),
  })
  for (let round = 0; round < 5; round++) {
    await record(agent, `round ${round}`)
    const both = await Promise.all([signer.sign(), second.sign()])
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
  }
  expect(await signer.sign()).toMatchObject({ ok: true })
  expect(await readFile(`${configDirectory}/logins.json`, 'utf8')).toContain('log-signing-key')
})
