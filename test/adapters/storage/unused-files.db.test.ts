import { randomBytes, randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { InspectedFile } from '../../../src/main/core/ports/content-ports.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { type AttachmentBlock, attachmentOf } from '../../../src/shared/attachment.ts'
import { sha256Of } from '../../support/sample-files.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { recordAgent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

/** Files of the race; IKIGAI_UNUSED_FILES=2000 for a long run. */
const FILES = Number(process.env['IKIGAI_UNUSED_FILES'] ?? 60)
const PICTURE: InspectedFile = { kind: 'image', media_type: 'image/png', width: 3, height: 2, text: null }

const shared = storageForTests({ engines: 2, connections: 4 })

/** Stores a file as it was weeks ago. */
async function oldFile(bytes = randomBytes(50)): Promise<string> {
  const [sha256, upload] = [sha256Of(bytes), randomUUID()]
  await shared.client`insert into blob_pieces (upload, start, data) values (${upload}, 0, ${bytes})`
  await shared.client`insert into blobs (sha256, upload, bytes, media_type, kind, created_at)
    values (${sha256}, ${upload}, ${bytes.length}, 'image/png', 'image', clock_timestamp() - interval '30 days')`
  return sha256
}

async function stored(hashes: readonly string[]): Promise<readonly string[]> {
  const found = valueOf(await shared.storage.content.find(hashes))
  return hashes.filter((sha256) => found.has(sha256))
}

async function refer(engine: Storage, agentId: string, file: AttachmentBlock): Promise<void> {
  const event = { agentId, turnId: null, kind: 'user', content: '', data: { attachments: [file] } } as const
  valueOf(await engine.store.commit({ events: [event] }))
}

async function store(engine: Storage, bytes: Uint8Array): Promise<AttachmentBlock> {
  const staged = engine.content.stage()
  valueOf(await staged.append(bytes))
  return attachmentOf(valueOf(await staged.store(PICTURE)), 'x.png')
}

describe('files without references', () => {
  it('are removed with their bytes when they are old and nothing may refer to them', async () => {
    const agentId = await recordAgent(shared.storage)
    const [unused, inEvent, inDraft, inQueue, inJournal, inSetting, claimed] = await Promise.all(
      Array.from({ length: 7 }, () => oldFile()),
    )
    const fresh = (await store(shared.storage, randomBytes(40))).sha256
    const known = [unused, inEvent, inDraft, inQueue, inJournal, inSetting, claimed].map(String)
    const facts = valueOf(await shared.storage.content.find(known)).get(String(inEvent))
    if (facts === undefined) throw new Error('The file was not stored.')
    await refer(shared.storage, agentId, attachmentOf(facts, 'x.png'))
    const block = (sha256: string | undefined) => `[{"type":"attachment","sha256":"${sha256}"}]`
    await shared.client.unsafe(
      'insert into drafts (agent_uuid, content, attachments) values ($1, $2, $3::text::json)',
      [agentId, '', block(inDraft)],
    )
    await shared.client.unsafe(
      'insert into queued_prompts (id, agent_uuid, content, attachments) values ($1, $2, $3, $4::text::json)',
      [randomUUID(), agentId, '', block(inQueue)],
    )
    await shared.client.unsafe(
      `insert into stream_journal (turn_id, session_id, response, part, agent_uuid, provider, model, thinking_level, events)
        values ($1, 1, 0, 0, $2, 'p', 'm', 'med', $3::text::json)`,
      [randomUUID(), agentId, block(inJournal)],
    )
    await shared.client.unsafe('insert into settings (key, value) values ($1, $2::text::json)', [
      'kept',
      block(inSetting),
    ])
    expect(valueOf(await shared.other.content.claim([String(claimed)])).size).toBe(1)

    const pieces = async () => Number((await shared.client`select count(*) as pieces from blob_pieces`)[0]?.['pieces'])
    const before = await pieces()
    expect(valueOf(await shared.storage.content.sweep())).toBe(1)
    expect(await stored([...known, fresh])).toEqual([...known.slice(1), fresh])
    expect(await pieces()).toBe(before - 1)
    await shared.client`update file_uses set used_at = used_at - interval '8 days'`
    expect(valueOf(await shared.storage.content.sweep())).toBe(1)
    expect(await stored([String(claimed)])).toEqual([])
  })

  it('are never removed under an engine that refers to them at that moment', async () => {
    const random = seededRandom(Number(process.env['IKIGAI_SEED'] ?? 7))
    const agentId = await recordAgent(shared.storage)
    const contents = Array.from({ length: FILES }, () => randomBytes(60))
    const hashes = await Promise.all(contents.map((bytes) => oldFile(bytes)))
    const referred = new Set<string>()
    let isOver = false
    const removing = [shared.storage, shared.other].map(async (engine) => {
      let removed = 0
      while (!isOver) removed += valueOf(await engine.content.sweep())
      return removed
    })
    const referring = [shared.storage, shared.other, shared.storage, shared.other].map(async (engine) => {
      for (let count = 0; count < FILES / 3; count++) {
        const bytes = contents[Math.floor(random() * FILES)] ?? Buffer.alloc(0)
        const facts = valueOf(await engine.content.claim([sha256Of(bytes)])).get(sha256Of(bytes))
        const file = facts === undefined ? await store(engine, bytes) : attachmentOf(facts, 'x.png')
        // An engine may take its time between both.
        valueOf(await engine.content.sweep())
        await refer(engine, agentId, file)
        referred.add(file.sha256)
      }
    })
    await Promise.all(referring)
    isOver = true
    const removed = await Promise.all(removing)
    const kept = hashes.filter((sha256) => referred.has(sha256))
    expect(await stored(kept)).toEqual(kept)
    for (const sha256 of kept) {
      expect(sha256Of(valueOf(await shared.storage.content.read(sha256, 0, 100)))).toBe(sha256)
    }
    expect(removed.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
    valueOf(await shared.storage.content.sweep())
    expect(await stored(hashes)).toEqual(kept)
  })
})
