import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createCommits } from '../../../src/main/adapters/checkpoints/create-commits.ts'
import { createWorktrees } from '../../../src/main/adapters/checkpoints/create-worktrees.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'
const SECRET = 'the-secret-of-another-folder'

/** What a model puts into the repository that it made. `$OUT` is a folder outside, and `$S` a file in it. */
const WAYS: readonly (readonly [name: string, script: string])[] = [
  ['the log of HEAD', 'mkdir -p .git/logs; rm -f .git/logs/HEAD; ln -s $S .git/logs/HEAD'],
  ['the logs of branches', 'rm -rf .git/logs/refs; mkdir -p .git/logs; ln -s $OUT .git/logs/refs'],
  ['the logs of branches of ikigai', 'mkdir -p .git/logs/refs/heads; ln -s $OUT .git/logs/refs/heads/ikigai'],
  ['all logs', 'rm -rf .git/logs; ln -s $OUT .git/logs'],
  ['the branches', 'mv .git/refs/heads $OUT/heads; ln -s $OUT/heads .git/refs/heads'],
  ['the branches of ikigai', 'ln -s $OUT .git/refs/heads/ikigai'],
  ['a branch', 'ln -s $S .git/refs/heads/other'],
  ['the packed branches', 'rm -f .git/packed-refs; ln -s $S .git/packed-refs'],
  ['the worktrees', 'ln -s $OUT .git/worktrees'],
  ['the index', 'mv .git/index $OUT/index; ln -s $OUT/index .git/index'],
  ['the list of missing parents', 'ln -s $S .git/shallow'],
  ['the grafts', 'mkdir -p .git/info; ln -s $S .git/info/grafts'],
  ['the folder of the grafts', 'rm -rf .git/info; cp $S $OUT/grafts; ln -s $OUT .git/info'],
  ['the alternates', 'mkdir -p .git/objects/info; ln -s $S .git/objects/info/alternates'],
  [
    'a pack',
    'mkdir -p .git/objects/pack; ln -s $S .git/objects/pack/pack-1.idx; ln -s $S .git/objects/pack/pack-1.pack',
  ],
  ['a merge', 'ln -s $S .git/MERGE_HEAD'],
  ['HEAD', 'rm .git/HEAD; ln -s $S .git/HEAD'],
  ['the settings', 'mv .git/config $OUT/config; ln -s $OUT/config .git/config'],
  ['the common directory', 'ln -s $S .git/commondir'],
  ['a chain of links', 'rm -f .git/packed-refs; ln -s $S .git/one; ln -s one .git/packed-refs'],
  ['through /proc', 'rm -f .git/packed-refs; ln -s /proc/self/root$S .git/packed-refs'],
  ['a pipe that is never written', 'rm -f .git/packed-refs; mkfifo .git/packed-refs'],
]

let project: GitFolder
beforeEach(async () => {
  project = await gitFolder()
  await mkdir(join(project.parent, 'out'))
  await writeFile(secret(), `${SECRET} 1\n${SECRET} 2\n`)
  await project.write('a.txt', 'a\n')
  await project.git('config', 'user.name', '; touch evil #')
  await project.git('config', 'user.email', 'ann@localhost')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
})
afterEach(() => project.remove())

const secret = (): string => join(project.parent, 'out', 'secret')

/** Everything outside of the repository, with its content. */
async function outside(): Promise<readonly string[]> {
  const names = await readdir(join(project.parent, 'out'), { recursive: true })
  const paths = names.toSorted().map((name) => join(project.parent, 'out', name))
  return Promise.all(
    paths.map(async (path) => ((await stat(path)).isFile() ? `${path} ${await readFile(path, 'latin1')}` : path)),
  )
}

/** Everything that ikigai does with git by itself. Returns what it says. */
async function useGit(): Promise<string> {
  const { folder, dataDirectory } = project
  const stores = project.stores()
  const worktrees = createWorktrees({ stores, dataDirectory, environment: GIT_ENVIRONMENT })
  const results: unknown[] = [await worktrees.arePossible(folder)]
  const saved = await stores.save({ agentId: AGENT, folder, touched: [] })
  const created = await worktrees.create({ agentId: AGENT, name: 'x', folder })
  results.push(saved, created)
  if (created.ok) results.push(await worktrees.check(created.value), await worktrees.remove(created.value))
  const commits = createCommits(GIT_ENVIRONMENT)
  const base = await commits.base(folder, ['new.txt'])
  results.push(base)
  if (base.ok) {
    const files = [{ path: 'new.txt', wanted: { mode: 'file', content: Buffer.from('new\n') } as const }]
    results.push(await commits.commit({ folder, parent: base.value.commit, files, message: 'x' }))
  }
  await stores.close()
  return JSON.stringify(results)
}

describe('links in a repository that lead out of it', { timeout: 60_000 }, () => {
  it.each(WAYS)('let ikigai neither read nor write there: %s', async (_name, script) => {
    const env = { ...GIT_ENVIRONMENT, OUT: join(project.parent, 'out'), S: secret() }
    await promisify(execFile)('bash', ['-c', script], { cwd: project.folder, env })
    const before = await outside()
    const said = await useGit()
    expect(said).not.toContain(SECRET)
    expect(await outside()).toEqual(before)
  })

  it('are no obstacle where they stay inside', async () => {
    const script =
      'rm .git/HEAD; ln -s refs/heads/main .git/HEAD; ln -s /usr/bin/true .git/hooks/pre-push 2>/dev/null; :'
    await promisify(execFile)('bash', ['-c', script], { cwd: project.folder, env: GIT_ENVIRONMENT })
    expect(await useGit()).not.toContain('"ok":false')
  })
})
