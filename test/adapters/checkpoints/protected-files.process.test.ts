import { link, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { createCheckpoints } from '../../../src/main/adapters/checkpoints/create-file-history.ts'
import { FolderStores } from '../../../src/main/adapters/checkpoints/folder-stores.ts'
import { HiddenFiles, isHiddenInside, statusAt } from '../../../src/main/adapters/tools/sandbox/hidden-files.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

const SECRET = 'planted-in-a-protected-file'

let project: GitFolder
beforeEach(async () => {
  project = await gitFolder()
})
afterEach(() => project.remove())

async function saved(hiddenFiles = new HiddenFiles(null)) {
  const checkpoints = createCheckpoints(
    new FolderStores({
      dataDirectory: project.dataDirectory,
      environment: { PATH: process.env['PATH'] ?? '', HOME: project.parent },
      wideFolder: async () => null,
      isHidden: (path) => isHiddenInside(path, hiddenFiles),
      maxFileBytes: () => 5_000_000,
    }),
  )
  const state = valueOf(await checkpoints.save({ agentId: 'agent', folder: project.folder, touched: [] }))
  await checkpoints.close()
  return state
}

const objects = (): Promise<string> => project.stored('cat-file', '--batch-all-objects', '--batch')

it.each([
  '.env',
  '.ENV',
  '.env.local',
  '.envrc',
  'packages/one/.env.production',
  '.Env/deep/settings',
  '.ssh/id_ed25519',
  'docs/.SSH/config',
  '.aws/credentials',
  'a b/ü/.gnupg/private.key',
])('stores nothing of %s in a repository', async (path) => {
  await project.write(path, SECRET)
  await project.write('kept.txt', 'kept')
  const { skipped } = await saved()
  const stored = await objects()
  expect({ skipped, isStored: stored.includes(SECRET), isKept: stored.includes('kept') }).toEqual({
    skipped: [{ path, reason: 'protected' }],
    isStored: false,
    isKept: true,
  })
})

it('stores no change of one that the repository has', async () => {
  await project.write('.env.example', 'KEY=')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
  await saved()
  await project.write('.env.example', SECRET)
  await saved()
  expect(await objects()).not.toContain(SECRET)
})

it('stores nothing of one that was hidden once and is renamed, or has another name', async () => {
  await project.write('.env', SECRET)
  const hiddenFiles = new HiddenFiles(null)
  const path = Buffer.from(join(project.folder, '.env'))
  const found = statusAt(path)
  if (found !== null) hiddenFiles.add(path, found)
  await link(join(project.folder, '.env'), join(project.folder, 'second.txt'))
  await rename(join(project.folder, '.env'), join(project.folder, 'plain.txt'))
  const { skipped } = await saved(hiddenFiles)
  expect({
    skipped: skipped.map((each) => each.path).toSorted(),
    isStored: (await objects()).includes(SECRET),
  }).toEqual({
    skipped: ['plain.txt', 'second.txt'],
    isStored: false,
  })
})

it('stores a link with such a name, without its target', async () => {
  await project.write('target', 'plain')
  await symlink('target', join(project.folder, '.env'))
  expect((await saved()).skipped).toEqual([])
})
