import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { DONE, type Result } from '../../src/shared/result.ts'
import type { ListedSession, SessionImportStep, SourceStep } from '../../src/shared/session-import.ts'
import { closeAll } from '../support/close-all.ts'
import { refusalOf, valueOf } from '../support/drive-agent.ts'
import { sample } from '../support/foreign-samples.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'

let real: RealEngine
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-source-imports-'))
  // What the engine stores for a client is there, and nothing else.
  vi.stubEnv('TMPDIR', directory)
  real = await openRealEngine({})
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await closeAll(real, directory)
})

type Sent = readonly { readonly path: string; readonly bytes: Uint8Array }[]

/** Folders of files that were sent. */
async function staged(): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => name.startsWith('ikigai-import-'))
}

/** Sends the files in pieces, and calls `visit` once they are listed. Returns what the feed yielded. */
async function send(files: Sent, visit: (id: string, listed: readonly ListedSession[]) => Promise<void>, size = 1_000) {
  const { log } = real.engine
  const client = new AbortController()
  const steps: Result<SourceStep>[] = []
  const listed: ListedSession[] = []
  let id = ''
  for await (const step of log.readSource(undefined, client.signal)) {
    steps.push(step)
    if (!step.ok) break
    if (step.value.type === 'ready') void pieces((id = step.value.sourceId))
    if (step.value.type === 'sessions') listed.push(...step.value.sessions)
    if (step.value.type !== 'listed') continue
    await visit(id, listed)
    client.abort()
  }
  return steps

  async function pieces(sourceId: string): Promise<void> {
    for (const [index, { path, bytes }] of files.entries()) {
      for (let offset = 0; offset === 0 || offset < bytes.length; offset += size) {
        const data = Buffer.from(bytes.subarray(offset, offset + size)).toString('base64')
        const isLast = index === files.length - 1 && offset + size >= bytes.length
        const added = await log.sourcePiece({ sourceId, path, offset, data, isLast })
        if (!added.ok) return
      }
    }
  }
}

async function take(sourceId: string, sessions: readonly string[] | null, cancel = new AbortController()) {
  const steps: Result<SessionImportStep>[] = []
  const request = { sourceId, sessions: sessions === null ? null : [...sessions] }
  for await (const step of real.engine.log.importSource(request, cancel.signal)) steps.push(step)
  return steps
}

function chats(count: number, prefix: string): Buffer {
  const chat = (id: string) => ({
    uuid: id,
    name: id,
    created_at: '2026-11-02T09:00:00Z',
    chat_messages: [
      { uuid: `${id}-1`, sender: 'human', text: `Question ${id}`, created_at: '2026-11-02T09:00:00Z' },
      { uuid: `${id}-2`, sender: 'assistant', text: 'An answer', created_at: '2026-11-03T09:00:00Z' },
    ],
  })
  return Buffer.from(JSON.stringify(Array.from({ length: count }, (_, at) => chat(`${prefix}-${at}`))))
}

it('lists the conversations of sent files with their dates, imports those that are chosen, and knows them later', async () => {
  const bytes = chats(3, 'chosen')
  const steps = await send([{ path: 'conversations.json', bytes }], async (id, listed) => {
    expect(
      listed.map(({ name, messages, firstAt, lastAt, imported }) => [name, messages, firstAt, lastAt, imported]),
    ).toEqual([0, 1, 2].map((at) => [`chosen-${at}`, 2, '2026-11-02T09:00:00.000Z', '2026-11-03T09:00:00.000Z', false]))
    expect(await staged()).toHaveLength(1)
    const imported = (await take(id, [listed[1]?.key ?? ''])).map((step) => valueOf(step))
    expect(imported.slice(0, 2)).toEqual([
      { type: 'importing', done: 0, of: 1 },
      { type: 'importing', done: 1, of: 1 },
    ])
    expect(imported.at(-1)).toMatchObject({ report: { sessions: [{ name: 'chosen-1', events: 2 }], unread: [] } })
  })
  expect(steps.map((step) => valueOf(step).type)).toEqual(['ready', 'reading', 'sessions', 'listed'])
  expect(await staged()).toEqual([])

  const account = { path: 'user.json', bytes: Buffer.from('{"id":"u"}') }
  const more = await send([{ path: 'conversations.json', bytes }, account], async (id, listed) => {
    expect(listed.map(({ imported }) => imported)).toEqual([false, true, false])
    const imported = (await take(id, null)).map((step) => valueOf(step)).at(-1)
    const events = imported?.type === 'imported' ? imported.report.sessions.map((session) => session.events) : []
    expect(events.toSorted((a, b) => a - b)).toEqual([0, 2, 2])
    expect(imported).toMatchObject({ report: { unread: [] } })
  })
  expect(more.map((step) => valueOf(step)).at(-1)).toEqual({ type: 'listed', unread: [] })
})

it('says of a file that every export has that it has no conversation, where nothing else was sent', async () => {
  const account = { path: 'user.json', bytes: Buffer.from('{"id":"u"}') }
  const unread = [expect.objectContaining({ source: 'user.json' })]
  const steps = await send([account], async (id) => {
    const imported = (await take(id, null)).map((step) => valueOf(step)).at(-1)
    expect(imported).toMatchObject({ report: { sessions: [], unread } })
  })
  expect(steps.map((step) => valueOf(step)).at(-1)).toEqual({ type: 'listed', unread })
})

it('takes a folder, with the sub-agents of a session that is chosen', async () => {
  const main = await readFile(sample('synthetic/claude-code.jsonl'))
  const child = await readFile(sample('synthetic/claude-code.subagent.jsonl'))
  const files = [
    { path: 'app/s.jsonl', bytes: main },
    { path: 'app/notes.txt', bytes: Buffer.from('Not a session.') },
    { path: 'app/s/subagents/agent-a.jsonl', bytes: child },
    { path: 'app/other.json', bytes: chats(1, 'beside') },
  ]
  await send(files, async (id, listed) => {
    expect(listed.map(({ tool }) => tool).toSorted()).toEqual(['claude-ai', 'claude-code'])
    const key = listed.find(({ tool }) => tool === 'claude-code')?.key ?? ''
    const last = (await take(id, [key])).map((step) => valueOf(step)).at(-1)
    const tools = last?.type === 'imported' ? last.report.sessions.map(({ tool, events }) => [tool, events > 0]) : []
    expect(tools).toEqual([
      ['claude-code', true],
      ['claude-code', true],
    ])
  })
})

it('ends a cancelled import after a whole conversation, and says how many stay', async () => {
  await send([{ path: 'many.json', bytes: chats(40, 'many') }], async (id) => {
    const cancel = new AbortController()
    const steps: Result<SessionImportStep>[] = []
    for await (const step of real.engine.log.importSource({ sourceId: id, sessions: null }, cancel.signal)) {
      steps.push(step)
      if (step.ok && step.value.type === 'importing' && step.value.done === 2) cancel.abort()
    }
    expect(refusalOf(steps.at(-1) ?? DONE)).toMatch(
      /^The import was cancelled\. \d+ conversations before it stay imported\.$/,
    )
  })
  await send([{ path: 'many.json', bytes: chats(40, 'many') }], async (_, listed) => {
    const known = listed.filter(({ imported }) => imported).length
    expect([known >= 2, known < 40]).toEqual([true, true])
  })
})

it('names files without a conversation, and refuses an id of no open import', async () => {
  const steps = await send([{ path: 'notes.txt', bytes: Buffer.from('hello') }], async () => undefined)
  expect(steps.map((step) => valueOf(step)).at(-1)).toEqual({
    type: 'listed',
    unread: [{ source: 'notes.txt', reason: 'It has no message (not written by a known tool).', isDamaged: false }],
  })
  const sourceId = '00000000-0000-4000-8000-000000000000'
  expect(refusalOf((await take(sourceId, null))[0] ?? DONE)).toContain('not open any more')
  const piece = { sourceId, path: 'a', offset: 0, data: '', isLast: true }
  expect(refusalOf(await real.engine.log.sourcePiece(piece))).toContain('not open any more')
})

it.each([
  '../x.json',
  '/etc/x.json',
  'a/../../x.json',
  'a//x.json',
  'a\\..\\x.json',
  './x.json',
  `${'a/'.repeat(40)}x`,
])('stores nothing for the path %s, and removes what came before it', async (path) => {
  const files = [
    { path: 'good.json', bytes: chats(1, 'good') },
    { path, bytes: chats(1, 'bad') },
  ]
  const steps = await send(files, () => Promise.reject(new Error('It was listed')))
  expect(refusalOf(steps.at(-1) ?? DONE)).toContain('is no path in a folder')
  expect(await staged()).toEqual([])
})
