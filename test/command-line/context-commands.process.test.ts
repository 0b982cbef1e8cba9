import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { AGENT_KILLED } from '../../src/main/core/agents/agent-tree.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { INVALID_LEVEL, NO_CREDENTIALS, NO_MODEL, UNKNOWN_MODEL } from '../support/expected-answers.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import {
  type FinishedProcess,
  jsonLines,
  makeWorkspace,
  runIkigai,
  withoutKeys,
  type Workspace,
} from '../support/run-ikigai.ts'
import { untyped } from '../support/untyped.ts'

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

let simulator: Simulator
let workspace: Workspace
let database: Storage

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.answerWith(() => textAnswer('ok'))
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
})

afterAll(() => closeAll(database, workspace, simulator))

const ikigai = (...args: readonly string[]): Promise<FinishedProcess> => runIkigai(args, workspace.environment)
const MODEL = ['--model', 'claude-haiku-4-5/none'] as const

async function agents(): Promise<readonly Record<string, unknown>[]> {
  return jsonLines((await ikigai('agents', '--json')).stdout)
}

/** Verifies an export in a file, as it is and with a change, and leaves the file as it was. */
async function verifyExport(file: string, exported: string): Promise<void> {
  const intact = await ikigai('verify', file)
  const head = intact.stdout.trim()
  expect([intact.code, head]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(await ikigai('verify', file, '--head', head)).toMatchObject({ code: 0 })
  const other = await ikigai('verify', file, '--head', '0'.repeat(64))
  expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(/^The head is not the expected one/)])
  await writeFile(file, exported.replace('"content":"A wombat"', '"content":"A walrus"'))
  const changed = await ikigai('verify', file, '--json')
  expect(changed.code).toBe(1)
  expect(JSON.parse(changed.stdout)).toMatchObject({
    isIntact: false,
    faults: [{ problem: expect.stringMatching(/^event \d+ of agent \w+ was changed$/) }],
  })
  await writeFile(file, '{"kind":"user","content":"by hand"}')
  expect((await ikigai('verify', file)).stderr).toMatch(/^This file has no hashes/)
  expect(await ikigai('verify', join(file, 'missing'))).toMatchObject({ code: 2 })
  await writeFile(file, exported)
}

/** Verifies the log, as it is and with an event that the owner of the database changed. */
async function verifyLog(agent: string): Promise<void> {
  const intact = await ikigai('verify')
  expect([intact.code, intact.stderr]).toEqual([0, expect.stringContaining('all as they were recorded')])
  expect(await ikigai('verify', '--head', intact.stdout.trim())).toMatchObject({ code: 0 })
  const client = plainClient(workspace.environment['IKIGAI_DATA_DIR'] ?? '')
  await client`alter table messages disable trigger all`
  await client`update messages set content = 'A walrus' where agent_uuid = ${agent} and content = 'A wombat'`
  const changed = await ikigai('verify', agent.slice(0, 8), '--json')
  expect(changed.code).toBe(1)
  expect(JSON.parse(changed.stdout)).toMatchObject({ isIntact: false, faults: [{ kind: 'changed', agentId: agent }] })
  expect((await ikigai('verify')).stderr).toMatch(/^Event \d+ of agent \w+ was changed.\n$/)
  await client`update messages set content = 'A wombat' where agent_uuid = ${agent} and content = 'A walrus'`
  await client`alter table messages enable trigger all`
  await client.end()
  expect(await ikigai('verify', 'nobody')).toMatchObject({ code: 2 })
}

/** A root agent that was typed these lines; its own events name it. */
async function newAgent(...lines: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await ikigai('run', ...MODEL, '--json', ...lines)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  return String(jsonLines(stdout)[0]?.['agent'])
}

/** Kind and content, without the system prompt and what agents are told about themselves. */
async function contextOf(id: string): Promise<readonly unknown[]> {
  const { stdout } = await ikigai('context', id, '--json')
  return jsonLines(stdout).flatMap(({ kind, content }) =>
    kind === 'system' || kind === 'about' ? [] : [[kind, content]],
  )
}

describe('ikigai run, marks, forks and rewinds', () => {
  it('makes a sub-agent with one line per argument: the child has exactly the goal', async () => {
    const goal = [
      'Investigate authentication approaches. Compare OAuth2, JWT, and session-based.',
      'Report findings via /send when complete.',
    ]
    const root = await newAgent('before', '/mark RESEARCH', ...goal, '/fork RESEARCH')
    const child = (await agents()).find(({ parentId }) => parentId === root)
    expect(await contextOf(String(child?.['id']))).toEqual([
      ['user', goal.join('\n')],
      ['assistant', 'ok'],
    ])
    expect(await contextOf(root)).toEqual([
      ['user', 'before'],
      ['assistant', 'ok'],
      ['user', goal.join('\n')],
      ['mark', undefined],
    ])
  })

  it('marks, rewinds, mail and kills hold from one process to the next', async () => {
    const root = await newAgent('A', '/mark BEFORE_REFACTOR', 'B')
    const run = async (...lines: readonly string[]) => (await ikigai('run', '--agent', root, ...lines)).stdout
    expect(await run('/clear BEFORE_REFACTOR')).toBe("Rewound to 'BEFORE_REFACTOR'.\n")
    expect(await run('/clear --undo', '/clear')).toBe('Undone: /clear BEFORE_REFACTOR.\nContext cleared.\n')
    expect(await run('/send ' + root + ' "to myself"', '/check-mail')).toBe(
      `Mail sent to ${root.slice(0, 6)}.\nFrom ${root.slice(0, 6)}: to myself\n`,
    )
    expect(await run('/exit', 'never typed')).toBe('Session ended.\n')
    expect(await contextOf(root)).toEqual([['mail', 'to myself']])
    expect(await run('/kill')).toBe('Killed 1 agent.\n')
    const dead = await ikigai('run', '--agent', root, 'Hello?')
    expect([dead.code, dead.stderr]).toEqual([2, `${AGENT_KILLED}\n`])
  })
})

describe('ikigai wake', () => {
  it('lets mail start a turn, and the run that sent it waits for it', async () => {
    const [sender, sleeper] = [await newAgent('/mark A'), await newAgent('/mark B')]
    expect((await ikigai('wake', sleeper, 'perhaps')).code).toBe(2)
    expect((await ikigai('wake', sleeper, 'on')).code).toBe(0)
    expect((await ikigai('run', '--agent', sender, `/send ${sleeper} wake up`)).code).toBe(0)
    expect(await contextOf(sleeper)).toEqual([
      ['mail', 'wake up'],
      ['assistant', 'ok'],
      ['mark', undefined],
    ])
  })
})

describe('ikigai run, the errors of commands', () => {
  it('says them to the letter, ends with 2, and makes nothing', async () => {
    const root = await newAgent('Hello')
    for (const [line, text] of [
      ['/model unknown-model', UNKNOWN_MODEL],
      ['/model claude-sonnet-4-5/maximum', INVALID_LEVEL],
    ]) {
      const { code, stdout, stderr } = await ikigai('run', '--agent', root, line ?? '')
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`${text}\n`)])
    }
    const before = await agents()
    const none = await runIkigai(['run', 'Hello!'], withoutKeys(workspace.environment))
    expect([none.code, none.stdout, none.stderr]).toEqual([2, '', expect.stringContaining(`${NO_MODEL}\n`)])
    expect(await agents()).toEqual(before)
  })

  it('finds missing credentials at the first use and keeps the message', async () => {
    const keyless = await makeWorkspace()
    try {
      const { code, stderr } = await runIkigai(['run', '/model claude-sonnet-4-5/med', 'Hello!'], keyless.environment)
      expect([code, stderr]).toEqual([1, expect.stringContaining(NO_CREDENTIALS)])
      const { stdout } = await runIkigai(['agents', '--json'], keyless.environment)
      const [agent] = jsonLines(stdout)
      const log = await runIkigai(['log', String(agent?.['id']), '--json'], keyless.environment)
      expect(jsonLines(log.stdout).map(({ kind }) => kind)).toEqual(['system', 'command', 'model', 'user', 'error'])
    } finally {
      await keyless.remove()
    }
  })
})

describe('ikigai context, search, export and import', () => {
  it('takes a log to another database with the same contexts', async () => {
    const root = await newAgent('A wombat', '/mark M', 'B', '/fork', '/clear M')
    const child = String((await agents()).find(({ parentId }) => parentId === root)?.['id'])
    const search = await ikigai('search', 'wombat', '--json')
    const [hit, ...others] = jsonLines(search.stdout)
    expect(others).toEqual([])
    expect(hit).toMatchObject({ agent: root, kind: 'user', content: 'A wombat' })
    expect(new Set(untyped<readonly string[]>(hit?.['in_context_of']))).toEqual(new Set([root, child]))
    const notes = join(workspace.directory, 'notes')
    const written = await ikigai('export', root, '--markdown', '--to', notes)
    const [document = ''] = written.stdout.trimEnd().split('\n')
    expect([written.code, document]).toEqual([0, expect.stringMatching(/\.md$/)])
    expect(await readFile(join(notes, document), 'utf8')).toContain('## User\n\nA wombat')
    expect(await ikigai('export', root, '--to', notes)).toMatchObject({ code: 2, stdout: '' })
    expect(await ikigai('export', root, '--markdown', '--to', notes)).toMatchObject({ code: 1, stdout: '' })
    const exported = await ikigai('export', root)
    const file = join(workspace.directory, 'log.jsonl')
    await writeFile(file, exported.stdout)
    await verifyExport(file, exported.stdout)
    await verifyLog(root)
    const elsewhere = await makeWorkspace()
    const otherDatabase = await keepDatabaseUp(elsewhere)
    try {
      const imported = await runIkigai(['import', file], elsewhere.environment)
      expect([imported.code, imported.stderr]).toEqual([
        0,
        expect.stringMatching(/^Imported \d+ agents and \d+ events/),
      ])
      const ids = imported.stdout.trim().split('\n')
      // What an agent was told about itself belongs to the place where it works, and stays there.
      const said = (stdout: string) =>
        jsonLines(stdout).flatMap(({ kind, content }) => (kind === 'about' ? [] : [[kind, content]]))
      const contexts: (readonly unknown[])[] = []
      for (const id of ids) {
        const { stdout } = await runIkigai(['context', id, '--json'], elsewhere.environment)
        contexts.push(said(stdout))
      }
      const lines = await ikigai('context', child, '--json')
      expect(contexts).toContainEqual(said(lines.stdout))
      await writeFile(file, `${exported.stdout}{"kind":"said"}\n`)
      const refused = await runIkigai(['import', file], elsewhere.environment)
      const number = exported.stdout.split('\n').length
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringMatching(new RegExp(`^Line ${number}: events of the kind "said" are not known`)),
      ])
      const after = await runIkigai(['agents', '--json'], elsewhere.environment)
      expect(jsonLines(after.stdout)).toHaveLength(ids.length)
    } finally {
      await otherDatabase.close()
      await elsewhere.remove()
    }
  })

  it('shows a context, and a path as a document, for people', async () => {
    const root = await newAgent('What is JWT?', '/mark M')
    const context = await ikigai('context', root)
    expect(context.stdout).toMatch(
      /^ *\d+ {2}system .*\n +about .*\n *\d+ {2}user {10}.* What is JWT\?\n *\d+ {2}assistant .*tok {2}ok\n *\d+ {2}mark .* M\n$/,
    )
    const document = await ikigai('export', root, '--markdown')
    expect(document.stdout).toContain('## User\n\nWhat is JWT?')
    expect((await ikigai('export', '--markdown')).code).toBe(2)
    expect((await ikigai('context', 'ffff-no-such')).code).toBe(2)
  })
})
