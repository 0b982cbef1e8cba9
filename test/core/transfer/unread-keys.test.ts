import { expect, it } from 'vitest'

import { readRows } from '../../../src/main/core/transfer/read-rows.ts'
import { jsonText } from '../../../src/shared/json-text.ts'
import type { UnreadKey } from '../../../src/shared/log-row.ts'

const SHA256 = 'a'.repeat(64)
const PROFILE = { name: 'p', tools: null, rules: [], sandbox: null }

async function unreadOf(...rows: readonly object[]): Promise<readonly UnreadKey[]> {
  const read = await readRows(rows.map((row) => jsonText(row)))
  if (!read.ok) throw new Error(read.error.message)
  return read.value.unread
}

it.each<readonly [string, readonly object[], readonly UnreadKey[]]>([
  ['a column of an event', [{ kind: 'user', content: 'a', tone: 'calm' }], [{ type: 'event', key: 'tone', count: 1 }]],
  [
    'a column of several events, with one that has it as null',
    [
      { kind: 'user', tone: 1 },
      { kind: 'user', tone: null },
      { kind: 'user', tone: false },
    ],
    [{ type: 'event', key: 'tone', count: 2 }],
  ],
  ['data of a system prompt', [{ kind: 'system', data: { cache: true } }], [{ type: 'event', key: 'data', count: 1 }]],
  ['data of a clear', [{ kind: 'clear', data: { because: 'full' } }], [{ type: 'event', key: 'data', count: 1 }]],
  ['a column of an agent', [{ uuid: 'a', colour: 'red' }], [{ type: 'agent', key: 'colour', count: 1 }]],
  [
    'a key of a profile',
    [{ uuid: 'a', profile: { ...PROFILE, network: 'none' } }],
    [{ type: 'agent', key: 'profile.network', count: 1 }],
  ],
  [
    'a column of a mail',
    [{ uuid: 'a' }, { from_agent: 'a', to_agent: 'a', content: 'x', subject: 'y' }],
    [{ type: 'mail', key: 'subject', count: 1 }],
  ],
  [
    'a column of a file',
    [{ type: 'file', sha256: SHA256, missing: true, name: 'plan.pdf' }],
    [{ type: 'file', key: 'name', count: 1 }],
  ],
  [
    'a key of the first line',
    [{ type: 'ikigai', version: 1, compression: 'zstd' }],
    [{ type: 'ikigai', key: 'compression', count: 1 }],
  ],
  [
    'a column of another type of line',
    [{ kind: 'user', uuid: 'a', to_agent: 'b' }],
    [
      { type: 'event', key: 'uuid', count: 1 },
      { type: 'event', key: 'to_agent', count: 1 },
    ],
  ],
  [
    'a column in another spelling',
    [{ kind: 'user', createdAt: '2026-01-02T03:04:05Z' }],
    [{ type: 'event', key: 'createdAt', count: 1 }],
  ],
  [
    'a key that objects inherit',
    [{ kind: 'user', constructor: 'x' }],
    [{ type: 'event', key: 'constructor', count: 1 }],
  ],
  ['an empty key', [{ kind: 'user', '': 'x' }], [{ type: 'event', key: '', count: 1 }]],
  [
    'a long key',
    [{ kind: 'user', ['k'.repeat(5_000)]: 'x' }],
    [{ type: 'event', key: `${'k'.repeat(100)}…`, count: 1 }],
  ],
])('names what an import does not keep: %s', async (_name, rows, unread) => {
  expect(await unreadOf(...rows)).toEqual(unread)
})

it.each<readonly [string, object]>([
  ['hashes', { kind: 'user', seq: 1, previous: null, hash: SHA256 }],
  ['the run that wrote it', { kind: 'user', session_id: 4 }],
  ['sums of an agent, which follow from its events', { uuid: 'a', input_tokens: 4, unread_mail: 1, home: 'x' }],
  ['the end of a chain', { type: 'ikigai', version: 1, agent_uuid: 'a', events: 1, head: SHA256 }],
  ['the end of an export', { type: 'ikigai', version: 1, end: true, order: SHA256, signed: true }],
  ['other data of events, which is kept', { kind: 'mark', data: { name: 'M', why: 'x' } }],
  ['empty data of a kind without data', { kind: 'clear', data: {} }],
])('names nothing that the log has anyway: %s', async (_name, row) => {
  expect(await unreadOf(row)).toEqual([])
})

it('names fifty keys, and counts the others together', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ kind: 'user', [`key ${index}`]: index }))
  const unread = await unreadOf(...rows)
  expect(unread).toHaveLength(51)
  expect(unread.at(-1)).toEqual({ type: 'event', key: '…', count: 2_950 })
})

it.each<readonly [string, object, string]>([
  ['kind', { kind: 'telepathy' }, 'Line 1: events of the kind "telepathy" are not known. '],
  ['kind of an inherited name', { kind: 'toString' }, 'Line 1: events of the kind "toString" are not known. '],
  ['type', { type: 'dream', uuid: 'a' }, 'Line 1: lines of the type "dream" are not known. '],
  ['type that is no text', { type: { a: 1 } }, 'Line 1: lines of the type {"a":1} are not known. '],
  ['version', { type: 'ikigai', version: 2 }, "Line 1: this format's version is not known: 2. "],
  ['version that is no number', { type: 'ikigai', version: '1' }, `Line 1: this format's version is not known: "1". `],
  ['long kind', { kind: 'k'.repeat(5_000) }, `Line 1: events of the kind "${'k'.repeat(99)}… are not known. `],
])('refuses the file because of an unknown %s, and says which', async (_name, row, words) => {
  expect(await readRows([jsonText(row)])).toMatchObject({
    ok: false,
    error: {
      category: 'REFUSED',
      message: `${words}If a newer ikigai wrote the file, import it with that one. Nothing was imported.`,
    },
  })
})
