import { randomBytes } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { InspectedFile } from '../../../src/main/core/ports/content-ports.ts'
import { attachmentOf } from '../../../src/shared/attachment.ts'
import { sha256Of } from '../../support/sample-files.ts'
import { recordAgent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const PICTURE: InspectedFile = { kind: 'image', media_type: 'image/png', width: 3, height: 2, text: null }
const MEGABYTE = 1024 * 1024

async function store(bytes: Uint8Array, inspected: InspectedFile = PICTURE) {
  const file = shared.storage.content.stage()
  valueOf(await file.append(bytes))
  return valueOf(await file.store(inspected))
}

async function readAll(sha256: string, length: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (let offset = 0; ; offset += length) {
    const part = valueOf(await shared.storage.content.read(sha256, offset, length))
    if (part.length === 0) return Buffer.concat(parts)
    parts.push(part)
  }
}

describe('the store of files', () => {
  it('gives back the same bytes, in pieces of any size', async () => {
    const bytes = randomBytes(2.5 * MEGABYTE)
    const facts = await store(bytes)
    expect(facts).toEqual({
      sha256: sha256Of(bytes),
      media_type: 'image/png',
      kind: 'image',
      bytes: bytes.length,
      width: 3,
      height: 2,
    })
    for (const length of [333_333, MEGABYTE, 3 * MEGABYTE]) {
      expect(sha256Of(await readAll(facts.sha256, length))).toBe(facts.sha256)
    }
  })

  it('stores equal bytes once, whoever sends them', async () => {
    const bytes = randomBytes(1000)
    const [first, second] = await Promise.all([store(bytes), store(bytes)])
    expect(second).toEqual(first)
    const [row] = await shared.client`
      select count(*)::int as pieces from blob_pieces
      where upload in (select upload from blobs) and data = ${bytes}`
    const [all] = await shared.client`select count(*)::int as pieces from blob_pieces where data = ${bytes}`
    expect([row?.['pieces'], all?.['pieces']]).toEqual([1, 1])
  })

  it('stores an empty file', async () => {
    const facts = await store(new Uint8Array(), { kind: 'text', media_type: 'text/plain', text: '' })
    expect(facts.bytes).toBe(0)
    expect(await readAll(facts.sha256, MEGABYTE)).toHaveLength(0)
  })

  it('keeps the text of a file, with characters that PostgreSQL cannot store', async () => {
    const text = 'A\0B \ud83e'
    const facts = await store(randomBytes(20), { kind: 'pdf', media_type: 'application/pdf', pages: 1, text })
    expect(facts).toMatchObject({ pages: 1, characters: text.length })
    expect(valueOf(await shared.storage.content.texts([facts.sha256])).get(facts.sha256)).toBe(text)
  })

  it('shows nothing of a file that was not stored', async () => {
    const file = shared.storage.content.stage()
    valueOf(await file.append(Buffer.from('half')))
    const sha256 = file.sha256()
    expect(valueOf(await shared.storage.content.find([sha256])).size).toBe(0)
    expect(valueOf(await shared.storage.content.read(sha256, 0, 10))).toHaveLength(0)
    await file.discard()
    expect(await file.store(PICTURE)).toMatchObject({ ok: false, error: { category: 'STORAGE' } })
  })

  it('removes abandoned pieces after a day, and never those of a stored file', async () => {
    const kept = await store(randomBytes(500))
    const [fresh, stale] = [crypto.randomUUID(), crypto.randomUUID()]
    const add = (upload: string, start: number, age: string) => shared.client`
      insert into blob_pieces (upload, start, data, created_at)
      values (${upload}, ${start}, 'x', clock_timestamp() - ${age}::interval)`
    await add(fresh, 0, '3 days')
    await add(fresh, 1, '1 hour')
    await add(stale, 0, '3 days')
    valueOf(await shared.storage.content.sweep())
    const left =
      await shared.client`select distinct upload from blob_pieces where upload in ${shared.client([fresh, stale])}`
    expect(left.map((row) => String(row['upload']))).toEqual([fresh])
    expect(sha256Of(await readAll(kept.sha256, MEGABYTE))).toBe(kept.sha256)
  })
})

describe('the database', () => {
  it('refuses every change of a stored file', async () => {
    const { sha256 } = await store(randomBytes(100))
    const upload = shared.client`(select upload from blobs where sha256 = ${sha256})`
    const attacks = [
      shared.client`update blobs set media_type = 'text/html' where sha256 = ${sha256}`,
      shared.client`delete from blobs where sha256 = ${sha256}`,
      shared.client`update blob_pieces set data = 'x' where upload = ${upload}`,
      shared.client`delete from blob_pieces where upload = ${upload}`,
      shared.client`insert into blob_pieces (upload, start, data) values (${upload}, 100, 'more')`,
      shared.client`truncate blob_pieces`,
      shared.client`truncate blobs`,
      shared.client`update attachments set name = 'x'`,
      shared.client`delete from attachments`,
    ]
    for (const attack of attacks) await expect(attack).rejects.toThrow('The log is immutable')
  })

  it('records which events refer to a file, in order', async () => {
    const agentId = await recordAgent(shared.storage)
    const [one, two] = [await store(randomBytes(10)), await store(randomBytes(11))]
    const attachments = [attachmentOf(two, 'zwei \0.png'), attachmentOf(one, 'one.png')]
    const base = { agentId, turnId: null }
    const committed = valueOf(
      await shared.storage.store.commit({
        events: [
          { ...base, kind: 'user', content: 'look', data: { attachments } },
          { ...base, kind: 'user', content: 'says "type":"attachment"', data: null },
          {
            ...base,
            kind: 'tool_result',
            content: '',
            data: { tool_call_id: 'c', attachments: [attachmentOf(one, '')] },
          },
        ],
      }),
    )
    const [user, , result] = committed.events.map(({ id }) => id)
    const rows = await shared.client`
      select event_id::int as event, position, sha256, name from attachments
      where event_id in ${shared.client(committed.events.map(({ id }) => id))} order by event_id, position`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { event: user, position: 1, sha256: two.sha256, name: 'zwei .png' },
      { event: user, position: 2, sha256: one.sha256, name: 'one.png' },
      { event: result, position: 1, sha256: one.sha256, name: 'unnamed' },
    ])
    expect(committed.events[0]).toMatchObject({ data: { attachments } })
    expect(committed.events[1]).toMatchObject({ data: null })
  })
})
