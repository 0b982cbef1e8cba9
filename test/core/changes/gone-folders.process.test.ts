import { lstat, rename, rm, writeFile } from 'node:fs/promises'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { ChangingAgents, CHILDREN, ROOTS } from '../../support/changing-agents.ts'
import { closeAll } from '../../support/close-all.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

const [AGENT] = ROOTS
const [CHILD] = CHILDREN

let project: GitFolder
let agents: ChangingAgents

beforeEach(async () => {
  project = await gitFolder()
  await project.write('shared.txt', 'one\ntwo\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
  agents = new ChangingAgents(project)
})
afterEach(() => closeAll(agents, project))

const FATES: readonly (readonly [string, (folder: string) => Promise<unknown>])[] = [
  ['removed', (folder) => rm(folder, { recursive: true })],
  ['moved', (folder) => rename(folder, `${folder}-moved`)],
  [
    'replaced by a file',
    async (folder) => {
      await rm(folder, { recursive: true })
      await writeFile(folder, 'mine\n')
    },
  ],
]

it.each(FATES)('says that the folder is not there, and what was changed in it: %s', async (_name, end) => {
  await agents.call(AGENT, [
    { path: 'new.txt', content: 'new\n' },
    { path: 'shared.txt', content: 'ONE\ntwo\n' },
  ])
  await agents.restart()
  await end(project.folder)
  const listed = await agents.listed(AGENT)
  expect(listed.map(({ path, state }) => [path, state])).toEqual([
    ['new.txt', undefined],
    ['shared.txt', undefined],
  ])
  expect((await agents.undoAll(AGENT))?.message).toContain(`The folder ${project.folder} is not there any more.`)
  const now = await lstat(project.folder).catch(() => null)
  expect(now?.isDirectory() ?? false).toBe(false)
})

it('records the first call in the default folder of agents, which is made for it', async () => {
  const workspace = `${project.parent}/home/ikigai`
  const checkpoints = project.checkpoints({ workspace })
  const saved = await checkpoints.save({ agentId: AGENT, folder: workspace, touched: [] })
  expect([saved.ok, (await lstat(workspace)).isDirectory()]).toEqual([true, true])
  const missing = `${project.parent}/home/other`
  expect((await checkpoints.save({ agentId: AGENT, folder: missing, touched: [] })).ok).toBe(false)
  await checkpoints.close()
})

it('names what was changed where the contents are not stored any more', async () => {
  await agents.call(AGENT, [{ path: 'new.txt', content: 'new\n' }])
  await agents.restart()
  await rm(`${project.dataDirectory}/checkpoints`, { recursive: true })
  const [listed, ...more] = await agents.listed(AGENT)
  expect([listed?.path, listed?.contents, more]).toEqual(['new.txt', undefined, []])
})

it.each(FATES)('applies what was recorded in a worktree whose directory is gone: %s', async (_name, end) => {
  await agents.fork(AGENT, CHILD)
  await agents.call(CHILD, [
    { path: 'new.txt', content: 'new\n' },
    { path: 'shared.txt', content: 'ONE\ntwo\n' },
  ])
  await agents.restart()
  await end(await agents.folderIn(CHILD))
  const { applying } = agents.start()
  const applied = await applying.apply({ agentId: CHILD, preview: false, skip: [] })
  expect(applied).toMatchObject({ ok: true, value: { files: [{ path: 'new.txt' }, { path: 'shared.txt' }] } })
  expect(await project.files()).toMatchObject({ 'new.txt': 'new\n', 'shared.txt': 'ONE\ntwo\n' })
})
