import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { closeAll } from '../support/close-all.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { keyAtHome } from '../../src/shared/home-settings.ts'
import { clientOf } from '../adapters/storage/support/test-storage.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { ownKey } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const MODEL = 'claude-haiku-4-5/none'
const WHOLE = { type: 'agent' } as const

let project: GitFolder
let victim: GitFolder
let pane: Pane
/** Commands that have run. */
let ran: string[]

const bash: Tool = {
  definition: { name: 'bash', description: 'Runs a command.', parameters: { type: 'object', properties: {} } },
  prepare: async () => {
    const run = async () => {
      ran.push('bash')
      return { content: 'ran', isError: false }
    }
    return { ok: true, call: { subject: 'touch x', access: 'execute', paths: [], isInFolder: true, run } }
  },
}

const shared = engineForTests({ answerWith: () => textAnswer('Done.') }, { tools: [bash] })

/** A repository with two commits: `a.txt` is `old`, then `new`. */
async function repository(): Promise<GitFolder> {
  const made = await gitFolder()
  for (const text of ['old', 'new']) {
    await made.write('a.txt', text)
    await made.git('add', '.')
    await made.git('commit', '--quiet', '-m', text)
  }
  return made
}

beforeEach(async () => {
  ran = []
  project = await repository()
  victim = await repository()
  pane = await Pane.create(shared.real.engine, MODEL)
  valueOf(await shared.real.engine.agents.setFolder({ agentId: pane.agentId, folder: project.folder }))
  await pane.type('Hello')
  pane.close()
})
afterEach(() => closeAll(project, victim))

const tree = async (git: GitFolder, commit: string): Promise<string> =>
  (await git.git('rev-parse', `${commit}^{tree}`)).trim()

/** Everything that another program could lose, and what is beside it. States of agents are refs of ikigai's own. */
async function facts() {
  const refs = async (git: GitFolder) =>
    (await git.git('show-ref')).split('\n').filter((line) => !line.includes(' refs/ikigai/'))
  const of = async (git: GitFolder) => [await git.files(), await refs(git), await readdir(git.parent)]
  return [await of(project), await of(victim)]
}

async function sql(text: string, values: readonly string[]): Promise<readonly unknown[]> {
  const client = clientOf(shared.real.databaseUrl)
  const rows = await client.unsafe(text, [...values])
  await client.end()
  return rows
}

type Row = Readonly<Record<string, unknown>>

/** Inserts the change of files that an undo would take back. */
async function changed(data: Row): Promise<void> {
  const row = {
    cause: 'call',
    store: 'git',
    folder: project.folder,
    before: await tree(project, 'HEAD~1'),
    after: await tree(project, 'HEAD'),
    files: [{ path: 'a.txt', status: 'modified', added: 1, removed: 1 }],
    own: true,
    ...data,
  }
  await sql(
    `insert into messages (session_id, agent_uuid, kind, data)
     select min(id), $1, 'checkpoint', $2::text::json from sessions`,
    [pane.agentId, JSON.stringify(row)],
  )
}

describe('a row with a change of files', () => {
  const forms: readonly (readonly [string, () => Row | Promise<Row>])[] = [
    ['whose first state is an option that writes', () => ({ before: `--output=${victim.folder}/a.txt` })],
    ['whose last state is an option that writes', () => ({ after: `--output=${victim.folder}/b.txt` })],
    ['whose states are options', () => ({ before: '-O/etc/hostname', after: '--ext-diff' })],
    ['whose first state is the name of a commit', () => ({ before: 'HEAD~1' })],
    ['whose first state is an expression', () => ({ before: 'HEAD:', after: ':/old' })],
    ['whose first state is a path', () => ({ store: 'copies', before: `../../../..${victim.folder}/a.txt` })],
    ['in another folder', async () => ({ ...(await ofVictim()), folder: victim.folder })],
    ['in a folder by a way out', async () => ({ ...(await ofVictim()), folder: `${project.folder}/../../x` })],
    ['in a relative folder', async () => ({ ...(await ofVictim()), folder: '.' })],
    ['in a folder with a slash at its end', async () => ({ ...(await ofVictim()), folder: `${victim.folder}/` })],
    ['in the root, as a repository', () => ({ folder: '/' })],
    ['in the root, as a folder', () => ({ folder: '/', store: 'shadow' })],
    ['in the root, as copies that nobody made', () => ({ folder: '/', store: 'copies', before: 'a'.repeat(64) })],
    ['in git’s own folder', async () => ({ ...(await ofVictim()), folder: `${victim.folder}/.git` })],
  ]

  async function ofVictim(): Promise<Row> {
    return { before: await tree(victim, 'HEAD~1'), after: await tree(victim, 'HEAD') }
  }

  it.each(forms)('%s changes no file, neither when it is shown nor when it is undone', async (_name, form) => {
    await changed(await form())
    await shared.real.reopen()
    const before = await facts()
    const { changes } = shared.real.engine
    const { agentId } = pane
    await changes.list({ agentId, scope: WHOLE })
    await changes.file({ agentId, scope: WHOLE, path: 'a.txt' })
    const undone = await changes.undo({ agentId, scope: WHOLE })
    const restored = await changes.undo({ agentId, scope: WHOLE, restore: true })
    expect([undone.ok, restored.ok]).toEqual([false, false])
    expect(await facts()).toEqual(before)
  })

  it('that is right can be undone', async () => {
    await changed({})
    await shared.real.reopen()
    valueOf(await shared.real.engine.changes.undo({ agentId: pane.agentId, scope: WHOLE }))
    expect(await project.read('a.txt')).toBe('old')
  })
})

const allow = { tool: 'bash', pattern: null, action: 'allow', scope: { type: 'everywhere' } } as const

/** What a user allows, the key of its row, and what it gives. */
const RIGHTS: Readonly<Record<string, { give(): Promise<unknown>; look(): Promise<unknown> }>> = {
  approval_rules: {
    give: () => shared.real.engine.approvals.addRule(allow),
    look: async () => {
      shared.simulator.enqueue('anthropic', {
        type: 'script',
        blocks: [{ type: 'tool_call', name: 'bash', arguments: {} }],
      })
      const opened = await Pane.open(shared.real.engine, pane.agentId)
      await opened.type('Run it')
      opened.close()
      return ran
    },
  },
  folder_trust: {
    give: () => shared.real.engine.instructions.trust({ folder: project.folder, trusts: true }),
    look: () => shared.real.engine.instructions.trusted(),
  },
  agent_sandboxes: {
    give: () => shared.real.engine.agents.setSandbox({ agentId: pane.agentId, level: 'off' }),
    look: async () => valueOf(await shared.real.engine.agents.sandbox({ agentId: pane.agentId })),
  },
  keep_warm: {
    give: () => shared.real.engine.keepWarm.set({ agentId: pane.agentId, scope: 'subtree' }),
    look: async () => valueOf(await shared.real.engine.keepWarm.get({ agentId: pane.agentId })),
  },
  agent_instructions: {
    give: () => shared.real.engine.instructions.set({ agentId: pane.agentId, isOn: true }),
    look: async () => valueOf(await shared.real.engine.instructions.get({ agentId: pane.agentId })),
  },
}

const storedSchema = z.tuple([z.object({ value: z.unknown() })])

describe('a row with a right', () => {
  const places = ['of no home', 'of another home', 'of a home without a name', 'with two homes'] as const
  const forms = Object.keys(RIGHTS).flatMap((key) => places.map((place) => [key, place] as const))

  it.each(forms)('%s %s gives nothing', async (key, place) => {
    const { give, look } = RIGHTS[key] ?? {}
    if (give === undefined || look === undefined) throw new Error(`No right ${key}`)
    const without = JSON.stringify(await look())
    await give()
    const own = ownKey(shared.real, key)
    const stored = storedSchema.parse(await sql('delete from settings where key = $1 returning value', [own]))
    const keys = {
      'of no home': key,
      'of another home': keyAtHome(key, randomUUID()),
      'of a home without a name': keyAtHome(key, ''),
      'with two homes': keyAtHome(key, `${randomUUID()}:${own}`),
    }
    await sql('insert into settings (key, value) values ($1, $2::text::json)', [
      keys[place],
      JSON.stringify(stored[0].value),
    ])
    await shared.real.reopen()
    ran = []
    expect(JSON.stringify(await look())).toBe(without)
    await sql('delete from settings where key = $1', [keys[place]])
  })
})

it('an agent whose row names another home sends nothing and shows no folder', async () => {
  await sql('update agents set home = $2 where uuid = $1', [pane.agentId, randomUUID()])
  await shared.real.reopen()
  const { agentId } = pane
  const requests = shared.simulator.requests.length
  await shared.real.engine.agents.submit({ agentId, text: 'Go' })
  expect((await shared.real.engine.agents.folder({ agentId })).ok).toBe(false)
  expect((await shared.real.engine.changes.undo({ agentId, scope: WHOLE })).ok).toBe(false)
  expect((await agentsOf(shared.real.engine)).find(({ id }) => id === agentId)?.activity.type).toBe('idle')
  expect(shared.simulator.requests.length).toBe(requests)
})

it('rows with hooks, servers, editors and programs start nothing', async () => {
  const program = [`${victim.folder}/a.txt`, '--write']
  const rows = {
    hooks: { turn_end: [{ command: program }], before_tool: [{ command: program }] },
    mcp_servers: { evil: { command: program[0], args: [] } },
    tool_servers: { evil: { command: program[0], args: [] } },
    outside_agents: { evil: { command: program[0], args: [] } },
    editor: program.join(' '),
    backup_folder: victim.folder,
  }
  for (const [key, value] of Object.entries(rows)) {
    for (const at of [key, ownKey(shared.real, key)]) {
      await sql('insert into settings (key, value) values ($1, $2::text::json) on conflict do nothing', [
        at,
        JSON.stringify(value),
      ])
    }
  }
  await shared.real.reopen()
  const before = await facts()
  const opened = await Pane.open(shared.real.engine, pane.agentId)
  await opened.type('Go on')
  opened.close()
  expect(JSON.stringify(await shared.real.engine.tools.list())).not.toContain('evil')
  expect(JSON.stringify(await shared.real.engine.config.get())).not.toContain(victim.folder)
  expect(await facts()).toEqual(before)
})
