import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { sample } from '../support/foreign-samples.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

const listSchema = z.object({
  sessions: z.array(z.object({ session: z.string(), messages: z.number(), imported: z.boolean() })),
})

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

let workspace: Workspace
let database: Storage
let session: string

beforeAll(async () => {
  workspace = await makeWorkspace()
  database = await keepDatabaseUp(workspace)
  const projects = join(workspace.directory, 'claude', 'projects', '-home-ana-app')
  await mkdir(projects, { recursive: true })
  session = join(projects, 'one.jsonl')
  await writeFile(session, await readFile(sample('synthetic/claude-code.jsonl')))
})

afterAll(() => closeAll(database, workspace))

it('lists the sessions of other tools, imports one, and says what became of every record', async () => {
  const { directory } = workspace
  const environment = { ...workspace.environment, HOME: directory, CLAUDE_CONFIG_DIR: join(directory, 'claude') }
  const found = await runIkigai(['import', '--find'], environment)
  expect(found.stdout).toMatch(/Claude Code +10 kB +no +\/home\/ana\/app +One pixel/)
  expect(found.stdout).toContain(session)

  const imported = await runIkigai(['import', session], environment)
  expect(imported.code).toBe(0)
  expect(imported.stdout.trim().split('\n')).toHaveLength(2)
  expect(imported.stderr).toContain('Of 23 records: 15 as events, 8 kept aside.')
  expect(imported.stderr).toContain('Kept aside: not part of the conversation: a-kind-of-tomorrow: 1 (line 23)')

  const again = await runIkigai(['import', '--json', session], environment)
  expect(JSON.parse(again.stdout)).toMatchObject({ sessions: [{ records: 23, known: 23, events: 0, agents: [] }] })
  const listed = await runIkigai(['import', '--find', '--json'], environment)
  expect(JSON.parse(listed.stdout)).toMatchObject([{ tool: 'claude-code', path: session, imported: true }])
})

it('takes a session from stdin, and refuses a file of no known form by its first line', async () => {
  const text = await readFile(sample('synthetic/codex.rollout.jsonl'), 'utf8')
  const piped = await startIkigai(['import', '-'], workspace.environment, undefined, text).finished
  expect([piped.code, piped.stderr]).toEqual([0, expect.stringContaining('Codex: List the files: 1 agent')])
  const other = join(workspace.directory, 'other.txt')
  await writeFile(other, 'Some words.\n')
  const refused = await runIkigai(['import', other], workspace.environment)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Line 1: this is not a JSON object.')])
})

it('imports around an item that is no JSON, says which and where it breaks, and ends with 1', async () => {
  const path = join(workspace.directory, 'broken.json')
  const talk = (id: string) => ({
    uuid: id,
    name: `talk ${id}`,
    chat_messages: [{ uuid: `${id}-1`, sender: 'human', text: 'hello', created_at: '2026-01-05T10:00:00Z' }],
  })
  await writeFile(path, JSON.stringify(['one', 'two', 'three'].map(talk)).replace('"name":"talk two",', '$&,'))
  const imported = await runIkigai(['import', path], workspace.environment)
  expect([imported.code, imported.stdout.trim().split('\n').length]).toEqual([1, 2])
  expect(imported.stderr).toContain('broken.json, item 2: not imported. It is not valid JSON from its character 33 on.')
  const listed = await runIkigai(['import', path, '--list'], workspace.environment)
  expect([listed.code, listed.stdout]).toEqual([1, expect.stringContaining('broken.json, item 2: no session.')])
})

it('lists what is in an export with ids, and imports only the session that is named', async () => {
  const path = sample('synthetic/chatgpt.conversations.json')
  const listed = await runIkigai(['import', path, '--list', '--json'], workspace.environment)
  const { sessions } = listSchema.parse(JSON.parse(listed.stdout))
  expect(sessions.every(({ imported, messages }) => !imported && messages > 0)).toBe(true)
  const [first] = sessions
  const table = await runIkigai(['import', path, '--list'], workspace.environment)
  expect(table.stdout).toContain(`no        ${first?.session ?? ''}`)

  const none = await runIkigai(['import', path, '--session', 'none'], workspace.environment)
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('No such session is in it.')])
  const one = await runIkigai(['import', path, '--json', '--session', first?.session ?? ''], workspace.environment)
  expect(JSON.parse(one.stdout)).toMatchObject({ sessions: [{ session: first?.session }], unread: [] })
  const again = await runIkigai(['import', path, '--list', '--json'], workspace.environment)
  expect(listSchema.parse(JSON.parse(again.stdout)).sessions[0]).toEqual({ ...first, imported: true })
})
