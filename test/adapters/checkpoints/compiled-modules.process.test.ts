import { afterEach, beforeEach, expect, it } from 'vitest'

import { createWorktrees } from '../../../src/main/adapters/checkpoints/create-worktrees.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { filesIn, GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
beforeEach(async () => {
  project = await gitFolder()
})
afterEach(() => project.remove())

/** Ignored files that a worktree gets, and some that it does not get. */
const COPIED = [
  'build/Release/add.node',
  'packages/native/build/Release/add.node',
  'lib/binding/napi-v3/add.node',
  'mine/_speed.cpython-311-x86_64-linux-gnu.so',
  'mine/_speed.abi3.so',
  'mine/_speed.pyd',
]
const NOT_COPIED = ['other/build/index.html', 'lib/log.txt', 'mine/plugin.so', 'mine/add.node.txt']

it('a worktree has the modules that were compiled into the folder, and no other builds', async () => {
  await project.write('.gitignore', 'build\n*.node\n*.so\n*.pyd\n*.txt\n')
  for (const folder of ['', 'packages/native/']) await project.write(`${folder}binding.gyp`, '{}')
  for (const path of ['lib/a.js', 'mine/a.py', 'other/a.js']) await project.write(path, 'a')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'first')
  for (const path of [...COPIED, ...NOT_COPIED]) await project.write(path, path)
  const worktrees = createWorktrees({
    stores: project.stores(),
    dataDirectory: project.dataDirectory,
    environment: GIT_ENVIRONMENT,
  })
  const worktree = valueOf(await worktrees.create({ agentId: AGENT, name: 'try', folder: project.folder }))
  const files = await filesIn(worktree.directory)
  expect(COPIED.filter((path) => files[path] !== path)).toEqual([])
  expect(NOT_COPIED.filter((path) => path in files)).toEqual([])
  expect(worktree.dependencies?.left).toEqual([])
})
