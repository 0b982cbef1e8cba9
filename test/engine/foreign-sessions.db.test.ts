import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { DONE } from '../../src/shared/result.ts'
import { closeAll } from '../support/close-all.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import { type ForeignReport, keptCount } from '../../src/shared/foreign-report.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { documentsOf, sample, SAMPLES } from '../support/foreign-samples.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { object, parseValue, text } from '../../src/main/core/transfer/foreign/values.ts'
import { readSource } from '../../src/main/core/transfer/foreign/recognise.ts'

let simulator: Simulator
let real: RealEngine
let other: RealEngine
let directory: string

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('It goes on.') })
  directory = await mkdtemp(join(tmpdir(), 'ikigai-foreign-'))
  real = await openRealEngine(simulator.environment(), { homeDirectory: directory })
  other = await openRealEngine(simulator.environment(), { databaseUrl: real.databaseUrl })
})

afterAll(() => closeAll(other, real, simulator, directory))

async function imported(path: string, engine: Engine = real.engine): Promise<ForeignReport> {
  return valueOf(await engine.local.importForeign(path))
}

/** The records of a file, as its reader counts them. */
async function recordsOf(path: string): Promise<number> {
  const documents = await documentsOf(path)
  const sessions = documents.flatMap((document) => readSource(document) ?? [])
  return sessions.reduce((sum, { records }) => sum + records.length, 0)
}

async function contextOf(agentId: string): Promise<readonly (readonly [string, string | null])[]> {
  const { segments } = valueOf(await real.engine.agents.context({ agentId }))
  return segments.map(({ event: { kind, content } }) => [kind, content] as const)
}

it('imports every sample with a complete account, once, and each agent goes on with three providers', async () => {
  for (const path of SAMPLES) {
    const report = await imported(path)
    const records = report.sessions.reduce((sum, session) => sum + session.records, 0)
    expect([path, records]).toEqual([path, await recordsOf(path)])
    for (const session of report.sessions) {
      expect(session.problem).toBeUndefined()
      expect(session.known + session.asEvents + keptCount(session.kept)).toBe(session.records)
      expect(session.events).toBeGreaterThan(0)
    }
    const again = await imported(path, other.engine)
    expect(again.sessions.map(({ agents, events, known }) => [agents, events, known])).toEqual(
      report.sessions.map((session) => [[], 0, session.records]),
    )
    for (const agentId of report.sessions.flatMap(({ agents }) => agents)) await goOn(path, agentId)
  }
}, 240_000)

async function goOn(path: string, agentId: string): Promise<void> {
  const pane = await Pane.open(real.engine, agentId)
  for (const model of ['claude-sonnet-4-5/low', 'gpt-5-nano/low', 'gemini-2.5-flash-lite/low']) {
    await pane.type(`/model ${model}`)
    await pane.type('Go on.')
    expect([path, model, pane.last('error')?.content]).toEqual([path, model, undefined])
    expect(pane.last('assistant')?.content).toBe('It goes on.')
  }
}

/** The sample under another session id, so that no other test has imported it. */
async function copyOf(name: string, id: string, change: (whole: string) => string = (whole) => whole): Promise<string> {
  const original = await readFile(sample(name), 'utf8')
  const own = original.replaceAll('5b1f6a10-0000-4000-8000-00000000c0de', id)
  const path = join(directory, `${id}.jsonl`)
  await writeFile(path, change(own))
  return path
}

it('makes branches forks and keeps calls, results, thinking, pictures, usage, times and models', async () => {
  const { sessions } = await imported(await copyOf('synthetic/claude-code.jsonl', 'whole'))
  const [session] = sessions
  const main = session?.main ?? ''
  const [first = '', fork = ''] = session?.agents ?? []
  expect(await contextOf(main)).toEqual([
    ['summary', 'The person asked about a one-pixel picture and had it coloured blue.'],
    ['user', 'Thanks.'],
    ['assistant', 'You are welcome.'],
  ])
  expect((await contextOf(fork)).map(([, words]) => words)).toEqual([
    'What does this picture show?',
    'A single pixel. I will measure it.',
    'dot.png: PNG image data, 1 x 1',
    '',
    'It is 1 by 1.',
    'Make it red.',
    'Done, red.',
  ])
  const { view } = await Pane.open(real.engine, first)
  const [account, prompt, answer, , result] = view.events
  expect(account).toMatchObject({ kind: 'import', data: { tool: 'claude-code', records: 23, kept: 8 } })
  expect(prompt).toMatchObject({ createdAt: '2026-11-02T09:00:01.000Z', data: { attachments: [{ kind: 'image' }] } })
  expect(result).toMatchObject({ kind: 'tool_result', data: { attachments: [{ width: 1, height: 1 }] } })
  expect(answer?.data).toMatchObject({
    model: 'claude-sonnet-5-5',
    input_tokens: 3_912,
    cached_tokens: 3_000,
    cache_write_tokens: { '5m': 900 },
    thinking: 'One grey pixel.',
    blocks: [{ type: 'thinking' }, { type: 'text' }, { type: 'tool_call', name: 'Bash' }, { type: 'tool_call' }],
  })
})

it('keeps every record in its raw form, also in an export', async () => {
  const path = await copyOf('synthetic/claude-code.jsonl', 'raw')
  const main = (await imported(path)).sessions[0]?.main ?? ''
  const bytes: Buffer[] = []
  for await (const line of real.engine.local.exportLines(main)) {
    const { type, data } = object(parseValue(valueOf(line)))
    if (type === 'file') bytes.push(Buffer.from(text(data) ?? '', 'base64'))
  }
  const lines = Buffer.concat(bytes).toString('utf8').split('\n')
  const records = lines.map((line) => object(parseValue(line))).filter(({ type }) => type === 'record')
  const raw = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(records.map((record) => record['raw'])).toEqual(raw)
  expect(records.filter(({ became }) => became === 'kept').map(({ reason }) => reason)).toContain(
    'not part of the conversation: a-kind-of-tomorrow',
  )
})

it('adds only what is new in a longer version, after a restart too, and leaves alone what was gone on with', async () => {
  const lines = (await readFile(sample('synthetic/claude-code.jsonl'), 'utf8')).trimEnd().split('\n')
  const short = await copyOf('synthetic/claude-code.jsonl', 'longer', (whole) =>
    whole.split('\n').slice(0, 14).join('\n'),
  )
  const before = (await imported(short)).sessions[0]
  const pane = await Pane.open(real.engine, before?.main ?? '')
  await pane.type('Something else.')
  await real.reopen()
  const longer = await imported(await copyOf('synthetic/claude-code.jsonl', 'longer'), other.engine)
  const [after] = longer.sessions
  expect(after?.known).toBe(14)
  expect(after?.records).toBe(lines.length)
  expect((await contextOf(before?.main ?? '')).at(-1)).toEqual(['assistant', 'It goes on.'])
  const added = after?.main ?? ''
  // The other engine's agents become known when its commit has been announced.
  await expect.poll(async () => (await real.engine.agents.context({ agentId: added })).ok).toBe(true)
  expect((await contextOf(added)).at(-1)).toEqual(['assistant', 'You are welcome.'])
  expect((await imported(short)).sessions[0]?.events).toBe(0)
})

it('imports a session once when two engines do it at the same moment', async () => {
  const path = await copyOf('synthetic/claude-code.jsonl', 'twice')
  const both = await Promise.all([real.engine.local.importForeign(path), other.engine.local.importForeign(path)])
  const written = both.flatMap((one) => (one.ok ? one.value.sessions : []))
  expect(written.filter(({ events }) => events > 0)).toHaveLength(1)
  expect((await imported(path)).sessions).toMatchObject([{ known: 23, events: 0 }])
})

function importListed(sessions: { readonly path: string; readonly session: string }[]) {
  return Array.fromAsync(real.engine.log.importSessions({ sessions }, new AbortController().signal))
}

it('imports for a window only sessions that it lists', async () => {
  const folder = join(directory, '.claude', 'projects', '-home-ana-app')
  await mkdir(join(folder, 'listed', 'subagents'), { recursive: true })
  const session = await readFile(await copyOf('synthetic/claude-code.jsonl', 'listed'))
  await writeFile(join(folder, 'listed.jsonl'), session)
  const child = await readFile(await copyOf('synthetic/claude-code.subagent.jsonl', 'listed'))
  await writeFile(join(folder, 'listed', 'subagents', 'agent-a1b2c3d.jsonl'), child)
  // As Gemini CLI makes one at its start.
  const chats = join(directory, '.gemini', 'tmp', 'app', 'chats')
  await mkdir(chats, { recursive: true })
  const unused = { sessionId: 'unused', projectHash: 'p', startTime: '', lastUpdated: '' }
  await writeFile(join(chats, 'session-1.jsonl'), `${JSON.stringify(unused)}\n`)
  const [found, ...others] = valueOf(await real.engine.log.findSessions())
  expect(others).toEqual([])
  expect(found).toMatchObject({ tool: 'claude-code', session: 'listed', folder: '/home/ana/app', imported: false })
  if (found === undefined) return
  const outside = { path: await copyOf('synthetic/claude-code.jsonl', 'outside'), session: 'outside' }
  const refused = await importListed([found, outside])
  expect(refusalOf(refused.at(-1) ?? DONE)).toContain('is not there any more')
  const steps = (await importListed([found])).map((step) => valueOf(step))
  expect(steps.slice(0, -1)).toEqual([0, 1].map((done) => ({ type: 'importing', done, of: 1 })))
  const last = steps.at(-1)
  const sessions = last?.type === 'imported' ? last.report.sessions : []
  const [main, agent] = sessions
  expect(sessions.map(({ events }) => events)).toEqual([12, 2])
  const helper = (await agentsOf(real.engine)).find(({ id }) => id === agent?.main)
  expect([helper?.parentId, helper?.forkEventId]).toEqual([main?.main, 0])
  expect(await contextOf(agent?.main ?? '')).toEqual([
    ['user', 'Count the files.'],
    ['assistant', 'Two.'],
  ])
})
