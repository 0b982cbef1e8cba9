import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { PreparedCall, Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { ok } from '../../src/shared/result.ts'
import type { AgentEvent, EventKind } from '../../src/shared/agent-event.ts'
import { type ApiProviderName, PROVIDER_NAMES } from '../../src/shared/providers.ts'
import { clientOf } from '../adapters/storage/support/test-storage.ts'
import { agentsOf, Pane, refusalOf, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { uploadFile } from '../support/upload-file.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const SECRET = 'hunter2-Zebra-Quartz'

const MODELS: Readonly<Record<ApiProviderName, string>> = {
  anthropic: 'claude-opus-4-6/high',
  openai: 'gpt-5.5/high',
  google: 'gemini-3.8-flash/high',
  xai: 'grok-4.7',
  meta: 'muse-spark-1.3',
  mistral: 'mistral-large-latest',
  moonshot: 'kimi-k2.6/high',
  openrouter: 'openrouter/anthropic/claude-opus-4.6',
  local: 'local/gemma3:12b',
}

const leak: Tool = {
  definition: { name: 'leak', description: 'Prints.', parameters: { type: 'object', properties: {} } },
  prepare: () => Promise.resolve({ ok: true, call }),
}
const call: PreparedCall = {
  subject: 'leak',
  access: 'context',
  paths: [],
  isInFolder: true,
  run: async () => ({ content: `It is ${SECRET}.`, isError: false }),
}

let simulator: Simulator
let here: RealEngine
let there: RealEngine

beforeAll(async () => {
  simulator = await startSimulator()
  // Writing all tables anew takes seconds; its test is adapters/storage/redacted-files.
  const wrapStorage = (storage: Storage): Storage => {
    // Missing indexes do not mean that the disk has the content.
    const purge = async () => ok({ isLogReplaced: true, areIndexesBuilt: false })
    return { ...storage, redaction: { ...storage.redaction, purge } }
  }
  const options = { tools: [leak], allowed: ['leak', 'mail'], wrapStorage }
  here = await openRealEngine(simulator.environment(), { ...options, attended: true })
  there = await openRealEngine(simulator.environment(), { ...options, databaseUrl: here.databaseUrl })
})

afterAll(() => closeAll(there, here, simulator))

/** A conversation whose every part has the secret, and a fork of it. */
async function leaked(provider: ApiProviderName): Promise<{ readonly pane: Pane; readonly child: Pane }> {
  const pane = await Pane.create(here.engine, MODELS[provider])
  const attachments = [await uploadFile(here.engine, `${SECRET}.txt`, Buffer.from(`note: ${SECRET} ${pane.agentId}`))]
  simulator.enqueue(provider, {
    type: 'script',
    blocks: [
      { type: 'thinking', text: `I think of ${SECRET}` },
      { type: 'text', text: `I call with ${SECRET}` },
      { type: 'tool_call', name: 'leak', arguments: { word: SECRET } },
      { type: 'tool_call', name: 'leak', arguments: { other: SECRET } },
    ],
  })
  simulator.enqueue(provider, textAnswer(`So ${SECRET}.`))
  const answered = pane.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
  valueOf(await here.engine.agents.submit({ agentId: pane.agentId, text: `Keep ${SECRET}`, attachments }))
  await answered
  return { pane, child: await pane.fork() }
}

const idOf = (pane: Pane, kind: EventKind): number => pane.view.events.find((event) => event.kind === kind)?.id ?? -1
const shows = (pane: Pane): boolean => JSON.stringify(pane.view).includes(SECRET)
const tombstones = ({ view }: Pane): readonly AgentEvent[] =>
  view.events.filter(({ tombstone }) => tombstone !== undefined)

/** The names of the tables that contain the secret of an agent. */
async function tablesWithSecret(): Promise<readonly string[]> {
  const sql = clientOf(here.databaseUrl)
  try {
    const tables = await sql`select tablename from pg_tables where schemaname = 'public'`
    const found: string[] = []
    for (const { tablename } of tables) {
      const rows = await sql.unsafe(
        `select 1 from "${tablename}" as t where position('${SECRET}' in t::text) > 0 limit 1`,
      )
      if (rows.length > 0) found.push(String(tablename))
    }
    const files = await sql`select 1 from blob_pieces where position(${Buffer.from(SECRET)}::bytea in data) > 0`
    return files.length > 0 ? [...found, 'blob_pieces'] : found
  } finally {
    await sql.end()
  }
}

async function exported(): Promise<string> {
  let text = ''
  const request = { format: 'log', agentId: null } as const
  for await (const piece of here.engine.log.export(request, new AbortController().signal)) text += valueOf(piece)
  return text
}

describe('a redacted agent', () => {
  it('leaves the secret in no table, context, pane, search or export, in no engine', async () => {
    const { pane, child } = await leaked('anthropic')
    await child.type(`/send ${pane.agentId} hello`)
    await pane.type(`/send ${child.agentId} about ${SECRET}`)
    simulator.enqueue('anthropic', textAnswer('Noted.'))
    await child.type('Read your mail')
    valueOf(await here.engine.drafts.set({ agentId: pane.agentId, text: `not sent: ${SECRET}`, asText: false }))
    const elsewhere = await Pane.open(there.engine, child.agentId)
    valueOf(await there.engine.agents.context({ agentId: child.agentId }))
    expect([shows(pane), shows(child), shows(elsewhere)]).toEqual([true, true, true])
    expect(await tablesWithSecret()).toEqual(expect.arrayContaining(['messages', 'mail', 'drafts', 'blobs', 'agents']))

    const preview = valueOf(await here.engine.redaction.preview({ agentId: pane.agentId }))
    expect(preview).toMatchObject({ files: 1, hasDraft: true, heirs: 1 })
    const done = valueOf(await here.engine.redaction.run({ agentId: pane.agentId, reason: 'a password' }))
    expect([done.events, done.files, done.onDisk]).toEqual([preview.events, 1, null])

    for (const shown of [pane, child, elsewhere]) await shown.until((one) => !shows(one))
    expect(await tablesWithSecret()).toEqual([])
    expect(pane.last('redacted')?.data).toEqual({
      by: 'user',
      events: done.events,
      reason: 'a password',
      tombstones: expect.anything(),
    })
    expect(pane.view.events.find(({ kind }) => kind === 'user')).toMatchObject({
      content: '[Redacted]',
      tombstone: { by: 'user', reason: 'a password', event: pane.last('redacted')?.id },
    })
    for (const { engine } of [here, there]) {
      const context = valueOf(await engine.agents.context({ agentId: child.agentId }))
      expect(JSON.stringify(context)).not.toContain(SECRET)
      expect(JSON.stringify(context)).toContain('[Redacted]')
      expect(valueOf(await engine.log.search({ text: 'Zebra', limit: 10 })).hits).toEqual([])
      expect((await agentsOf(engine)).find(({ id }) => id === pane.agentId)?.name).toBe('Redacted agent')
    }
    expect(await exported()).not.toContain(SECRET)
    expect(refusalOf(await here.engine.redaction.run({ agentId: pane.agentId }))).toContain('nothing to redact')
  })
})

describe.each(PROVIDER_NAMES)('the transcript of a conversation that began with %s', (provider) => {
  it.each<EventKind>(['assistant', 'tool_call', 'tool_result', 'user'])(
    'is accepted everywhere after the redaction of its %s',
    async (kind) => {
      const { pane, child } = await leaked(provider)
      valueOf(await here.engine.redaction.run({ agentId: pane.agentId, eventId: idOf(pane, kind) }))
      await child.until((one) => tombstones(one).some((event) => event.kind === kind))
      const start = simulator.requests.length
      for (const model of [MODELS[provider], ...Object.values(MODELS)]) {
        await child.type(`/model ${model}`)
        await child.type('And now?')
      }
      const requests = simulator.requests.slice(start)
      expect(requests.map(({ rejectedBy }) => rejectedBy).filter((rule) => rule !== undefined)).toEqual([])
      expect(requests).toHaveLength(Object.values(MODELS).length + 1)
      expect(requests.every(({ body }) => JSON.stringify(body).includes('[Redacted]'))).toBe(true)
    },
  )
})

describe('one redacted message', () => {
  it('takes the calls of an answer with it, and leaves every other message as it was', async () => {
    const { pane } = await leaked('anthropic')
    const before = pane.view.events
    valueOf(await here.engine.redaction.run({ agentId: pane.agentId, eventId: idOf(pane, 'tool_call') }))
    await pane.until((one) => tombstones(one).length > 0)
    expect(tombstones(pane).map(({ kind }) => kind)).toEqual(['assistant', 'tool_call', 'tool_call'])
    const ids = new Set(tombstones(pane).map(({ id }) => id))
    const others = (events: readonly AgentEvent[]) =>
      events.filter(({ id, kind }) => !ids.has(id) && kind !== 'redacted')
    expect(others(pane.view.events)).toEqual(others(before))
  })

  it('is refused while the agent, or one below it, answers in any engine', async () => {
    const { pane, child } = await leaked('anthropic')
    await seen(there.engine, ({ id }) => id === child.agentId)
    simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'text', text: 'a' }, { type: 'hold' }] })
    const answering = await Pane.open(there.engine, child.agentId)
    valueOf(await there.engine.agents.submit({ agentId: child.agentId, text: 'Go on' }))
    await answering.until(({ view }) => (view.turn?.blocks.length ?? 0) > 0)
    const target = { agentId: pane.agentId, eventId: idOf(pane, 'user') }
    expect(refusalOf(await here.engine.redaction.run(target))).toContain('answers at the moment')
    expect(refusalOf(await there.engine.redaction.run(target))).toContain('answers at the moment')
    valueOf(await there.engine.agents.stop({ agentId: null }))
    valueOf(await here.engine.redaction.run(target))
  })
})

describe('a model', () => {
  it('cannot redact: no tool does it, and no command', async () => {
    const pane = await Pane.create(there.engine, 'claude-haiku-4-5/none')
    const all = await there.engine.tools.list()
    expect(JSON.stringify(all).toLowerCase()).not.toContain('redact')
    for (const command of ['redact', '/redact', 'redact all']) {
      simulator.enqueue('anthropic', {
        type: 'script',
        blocks: [{ type: 'tool_call', name: 'slash', arguments: { command, args: pane.agentId } }],
      })
      simulator.enqueue('anthropic', textAnswer('Done.'))
      await pane.type('Please redact all')
    }
    const results = pane.view.events.filter((event) => event.kind === 'tool_result')
    expect(results.map(({ data }) => data?.is_error)).toEqual([true, true, true])
    expect(refusalOf(await there.engine.agents.submit({ agentId: pane.agentId, text: '/redact' }))).toContain('redact')
    expect(pane.last('redacted')).toBeUndefined()
  })
})
