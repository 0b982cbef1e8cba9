import { existsSync } from 'node:fs'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'

import { closeAll } from '../support/close-all.ts'
import type { AgentWorktree } from '../../src/shared/agent-worktree.ts'
import { keyAtHome } from '../../src/shared/home-settings.ts'
import { clientOf } from '../adapters/storage/support/test-storage.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

let project: GitFolder
let victim: GitFolder
let child: Pane

const shared = engineForTests({ answerWith: () => textAnswer('Done.') })

async function repository(): Promise<GitFolder> {
  const made = await gitFolder()
  await made.write('a.txt', 'a')
  await made.git('add', '.')
  await made.git('commit', '--quiet', '-m', 'x')
  return made
}

beforeEach(async () => {
  project = await repository()
  victim = await repository()
  const parent = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  valueOf(await shared.real.engine.agents.setFolder({ agentId: parent.agentId, folder: project.folder }))
  await parent.type('Hello')
  child = await parent.fork({ worktree: true })
  parent.close()
})
afterEach(() => closeAll(child, project, victim))

const KEY = 'agent_worktrees'

/** What another program writes into the row of the agent's worktree. */
async function forge(change: (worktree: AgentWorktree) => Partial<AgentWorktree>): Promise<void> {
  const client = clientOf(shared.real.databaseUrl)
  const rows = await client`select key, value from settings where key like ${`%${KEY}`}`
  const [{ key, value }] = z
    .tuple([z.object({ key: z.string(), value: z.record(z.string(), z.custom<AgentWorktree>()) })])
    .parse([...rows].slice(0, 1))
  expect(key).toBe(keyAtHome(KEY, key.split(':')[1] ?? ''))
  const own = value[child.agentId]
  if (own === undefined) throw new Error('No worktree')
  const forged = { ...value, [child.agentId]: { ...own, ...change(own) } }
  await client.unsafe('update settings set value = $2::text::json where key = $1', [key, JSON.stringify(forged)])
  await client.end()
  child.close()
  await shared.real.reopen()
}

const forms: readonly (readonly [string, (worktree: AgentWorktree) => Partial<AgentWorktree>])[] = [
  ['the folder of another project', () => ({ directory: victim.folder, folder: victim.folder })],
  ['its directory in another project', () => ({ directory: join(victim.folder, 'sub') })],
  ['the folder above all projects', () => ({ directory: victim.parent, folder: victim.parent })],
  ['the project itself', () => ({ directory: project.folder, folder: project.folder })],
  ['all worktrees', ({ directory }) => ({ directory: dirname(dirname(directory)) })],
  ['those of the repository', ({ directory }) => ({ directory: dirname(directory) })],
  ['a way out', ({ directory }) => ({ directory: `${directory}/../../../..${victim.folder}` })],
  ['another branch', () => ({ branch: 'main' })],
  ['a branch by a way out', () => ({ branch: 'ikigai/../main' })],
  ['another commit', () => ({ commit: '--stdin' })],
  ['a folder outside', () => ({ folder: victim.folder })],
  ['the folder of another parent', () => ({ parentFolder: victim.folder })],
]

it.each(forms)('removes and writes nothing for a row that names %s', async (_name, change) => {
  await victim.write('kept.txt', 'kept')
  await writeFile(join(project.parent, 'beside.txt'), 'kept')
  await forge(change)
  const before = [
    await victim.files(),
    await project.files(),
    await project.git('branch'),
    await victim.git('show-ref'),
  ]
  const { changes } = shared.real.engine
  const options = { agentId: child.agentId }
  expect(refusalOf(await changes.removeWorktree({ ...options, discard: true }))).toContain('Nothing was changed.')
  const applied = await changes.apply({ ...options, preview: false, skip: [] })
  expect(refusalOf(applied)).toContain('Nothing was changed.')
  expect([
    await victim.files(),
    await project.files(),
    await project.git('branch'),
    await victim.git('show-ref'),
  ]).toEqual(before)
  expect(existsSync(join(project.parent, 'beside.txt'))).toBe(true)
})

it('removes nothing through a link that is in the place of the worktree', async () => {
  let directory = ''
  await forge((worktree) => {
    directory = worktree.directory
    return {}
  })
  await rename(directory, `${directory}-moved`)
  await mkdir(join(victim.folder, 'inside'))
  await victim.write('inside/kept.txt', 'kept')
  await symlink(join(victim.folder, 'inside'), directory)
  const removed = await shared.real.engine.changes.removeWorktree({ agentId: child.agentId, discard: true })
  expect(refusalOf(removed)).toContain('Nothing was changed.')
  expect(await victim.read('inside/kept.txt')).toBe('kept')
})

it('still removes the one that was made', async () => {
  let directory = ''
  await forge((worktree) => {
    directory = worktree.directory
    return {}
  })
  valueOf(await shared.real.engine.changes.removeWorktree({ agentId: child.agentId, discard: true }))
  expect(existsSync(directory)).toBe(false)
})
