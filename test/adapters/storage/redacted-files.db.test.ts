import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, vi } from 'vitest'

import { gunzipSync } from 'node:zlib'

import { verifyEvents } from '../../../src/main/adapters/storage/verify-events.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { backUp } from './support/backup-database.ts'
import {
  CHOICE,
  DATABASE_TIMEOUT_MS,
  plainClient,
  recordAgent,
  removeDirectory,
  temporaryDirectory,
  userEvent,
  valueOf,
} from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const SECRET = 'hunter2-Zebra-Quartz'
const shared = storageForTests()

/** The files below a folder that contain a text, in any case: indexes of words have it in lower case. */
function filesWith(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && contains(readFileSync(path), text)
  })
}

function contains(bytes: Buffer, text: string): boolean {
  return bytes.toString('latin1').toLowerCase().includes(text.toLowerCase())
}

/** Plants the secret in everything that an agent has. */
async function plant(agentId: AgentId, other: AgentId): Promise<void> {
  const turnId = randomUUID()
  const staged = shared.storage.content.stage()
  valueOf(await staged.append(Buffer.from(`attached ${SECRET}`)))
  const facts = { media_type: 'text/plain', kind: 'text', text: `attached ${SECRET}` } as const
  const file = { type: 'attachment', name: `${SECRET}.txt`, ...valueOf(await staged.store(facts)) } as const
  const stamp = { provider: 'anthropic', model: 'm' } as const
  const events: readonly NewEvent[] = [
    { agentId, turnId, kind: 'user', content: `prompt ${SECRET}`, data: { attachments: [file] } },
    {
      agentId,
      turnId,
      kind: 'assistant',
      content: `answer ${SECRET}`,
      data: {
        ...stamp,
        blocks: [{ type: 'tool_call', id: 'c', name: 'bash', arguments: { command: SECRET }, ...stamp }],
      },
    },
    {
      agentId,
      turnId,
      kind: 'tool_call',
      content: null,
      data: { tool_call_id: 'c', name: 'bash', arguments: { command: SECRET } },
    },
    { agentId, turnId, kind: 'tool_result', content: `output ${SECRET} `.repeat(500), data: { tool_call_id: 'c' } },
  ]
  valueOf(
    await shared.storage.store.commit({ events, newMail: [{ from: agentId, to: other, content: `mail ${SECRET}` }] }),
  )
  valueOf(await shared.storage.settings.setDraft(agentId, { text: `draft ${SECRET}`, asText: false }))
  valueOf(await shared.storage.promptQueue.add(agentId, { id: randomUUID(), text: `queued ${SECRET}`, asText: false }))
  shared.storage.journal.begin(agentId, turnId, CHOICE)
  shared.storage.journal.append(turnId, { type: 'text_delta', blockIndex: 0, text: `streamed ${SECRET}` })
}

it('contain a redacted secret nowhere after the purge, and neither does the next backup', async () => {
  const [agentId, other] = [
    await recordAgent(shared.storage, { name: `about ${SECRET}` }),
    await recordAgent(shared.storage),
  ]
  await plant(agentId, other)
  const client = plainClient(shared.directory)
  const backup = join(temporaryDirectory(), 'backup')
  try {
    valueOf(await backUp(client, backup))
    await vi.waitFor(async () => expect(await client`select from stream_journal`).not.toHaveLength(0))
    // Samples for the planner, segments of the write-ahead log that are kept for later, and pages of all that on the disk.
    for (let round = 0; round < 3; round += 1) {
      valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, `again ${SECRET}`)] }))
      await client.unsafe('analyze')
      await client`select pg_switch_wal()`
      await client.unsafe('checkpoint')
    }
    const planted = filesWith(SECRET, shared.directory)
    expect(planted.some((name) => name.includes('pg_wal'))).toBe(true)
    expect(planted.some((name) => name.includes('base'))).toBe(true)

    await vi.waitFor(
      async () => expect(valueOf(await verifyEvents(client, null)).unhashed).toBe(0),
      DATABASE_TIMEOUT_MS,
    )
    valueOf(
      await shared.storage.redaction.redact({ agentId, eventId: null, reason: 'a key', newName: 'Redacted agent' }),
    )
    expect(valueOf(await shared.storage.redaction.isPurgeDue())).toBe(true)
    expect(valueOf(await shared.storage.redaction.purge())).toEqual({ isLogReplaced: true, areIndexesBuilt: true })
    expect(valueOf(await shared.storage.redaction.isPurgeDue())).toBe(false)
    expect(filesWith(SECRET, shared.directory)).toEqual([])
    expect(filesWith('quartz', shared.directory)).toEqual([])

    const unpacked = () =>
      readdirSync(backup)
        .filter((name) => !name.endsWith('.json'))
        .map((name) => gunzipSync(readFileSync(join(backup, name))))
    expect(unpacked().some((bytes) => contains(bytes, SECRET))).toBe(true)
    valueOf(await backUp(client, backup))
    expect(unpacked().some((bytes) => contains(bytes, SECRET))).toBe(false)
    await vi.waitFor(
      async () => expect(valueOf(await verifyEvents(client, null)).unhashed).toBe(0),
      DATABASE_TIMEOUT_MS,
    )
    expect(valueOf(await verifyEvents(client, null))).toMatchObject({ faults: [], redacted: 7, changedFiles: [] })
    const [recycling] = await client`select setting from pg_settings where name = 'wal_recycle'`
    expect(recycling?.['setting']).toBe('on')
  } finally {
    await client.end()
    removeDirectory(join(backup, '..'))
  }
})
