import { chmod } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createCommits } from '../../../src/main/adapters/checkpoints/create-commits.ts'
import type { WantedFile } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'
import { filesIn, GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'

const commits = createCommits(GIT_ENVIRONMENT)
const file = (content: string, mode: WantedFile['mode'] = 'file'): WantedFile => ({
  mode,
  content: Buffer.from(content),
})

let project: GitFolder

beforeEach(async () => {
  project = await gitFolder()
  await project.git('config', 'user.name', 'Ann')
  await project.git('config', 'user.email', 'ann@localhost')
  await project.write('a.txt', 'a\n')
  await project.write('b.txt', 'b\n')
  await project.write('d/e.txt', 'e\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'first')
})
afterEach(() => project.remove())

async function commit(files: Readonly<Record<string, WantedFile | null>>, folder = project.folder): Promise<string> {
  const base = valueOf(await commits.base(folder, Object.keys(files)))
  const changed = Object.entries(files).map(([path, wanted]) => ({ path, wanted }))
  return valueOf(await commits.commit({ folder, parent: base.commit, files: changed, message: 'Second\n\nX: 1\n' }))
}

it('commits the files as they are given, and leaves what is staged, changed or new beside them', async () => {
  await project.write('b.txt', 'staged\n')
  await project.git('add', 'b.txt')
  await project.write('b.txt', 'changed\n')
  await project.write('new.txt', 'new\n')
  await project.write('a.txt', 'two\nand what the user did not commit\n')
  const before = await project.files()
  const id = await commit({ 'a.txt': file('two\n'), 'run.sh': file('#!/bin/sh\n', 'executable'), 'd/e.txt': null })
  expect((await project.git('rev-parse', 'main')).trim()).toBe(id)
  expect(await project.git('show', '--format=%an <%ae> %s %(trailers:key=X,valueonly)', '--raw', '--abbrev=4')).toMatch(
    /^Ann <ann@localhost> Second 1\n+:100644 100644 \w+ \w+ M\ta\.txt\n:100644 000000 \w+ 0000 D\td\/e\.txt\n:000000 100755 0000 \w+ A\trun\.sh\n$/,
  )
  expect(await project.git('show', 'HEAD:a.txt')).toBe('two\n')
  expect(await project.files()).toEqual(before)
  // As after any commit: what differs from it is changed, and what was staged still is.
  const status = await project.git('status', '--porcelain', '--untracked-files=all')
  expect(status.split('\n').slice(0, -1)).toEqual([' M a.txt', 'MM b.txt', ' D run.sh', '?? d/e.txt', '?? new.txt'])
  expect(await project.git('show', ':b.txt')).toBe('staged\n')
})

it('takes paths relative to a folder of the repository, and makes a file a folder', async () => {
  await project.write('d/e.txt', 'e\n')
  await commit({ 'e.txt': null, 'e.txt/f': file('f') }, join(project.folder, 'd'))
  expect(await project.git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.txt\nb.txt\nd/e.txt/f\n')
})

it('runs no hook, filter or signing program', async () => {
  const program = join(project.parent, 'evil.sh')
  await project.write('../evil.sh', `#!/bin/sh\ntouch ${project.parent}/ran\ncat\n`)
  await chmod(program, 0o755)
  const hooks = [
    'pre-commit',
    'commit-msg',
    'post-commit',
    'post-index-change',
    'reference-transaction',
    'post-rewrite',
  ]
  for (const name of hooks) {
    await project.write(`.git/hooks/${name}`, `#!/bin/sh\ntouch ${project.parent}/ran\n`)
    await chmod(join(project.folder, '.git/hooks', name), 0o755)
  }
  const settings = {
    'commit.gpgsign': 'true',
    'gpg.program': program,
    'core.fsmonitor': program,
    'core.editor': program,
  }
  for (const [key, value] of Object.entries(settings)) await project.git('config', key, value)
  await project.write('.gitattributes', '* filter=evil\n')
  await commit({ 'a.txt': file('two\n') })
  expect(await filesIn(project.parent)).not.toHaveProperty('ran')
})

it('says what git would store otherwise than it is', async () => {
  await project.write('.gitattributes', 'a.txt filter=lfs\nb.txt text\nd/* -text\n')
  const conversions = async () =>
    valueOf(await commits.base(project.folder, ['a.txt', 'b.txt', 'd/e.txt', 'new'])).files.map(
      ({ conversion }) => conversion,
    )
  expect(await conversions()).toEqual(['all', 'line_ends', 'none', 'none'])
  await project.git('config', 'core.autocrlf', 'true')
  expect(await conversions()).toEqual(['all', 'line_ends', 'none', 'line_ends'])
})

it('is refused for a staged file, during a merge, without a name, and outside a repository', async () => {
  const refused = async (folder = project.folder) => refusalOf(await commits.base(folder, ['a.txt']))
  await project.write('a.txt', 'staged\n')
  await project.git('add', 'a.txt')
  expect(await refused()).toContain('unstage a.txt')
  await project.git('reset', '--quiet')
  await project.write('.git/MERGE_HEAD', '')
  expect(await refused()).toContain('Finish the merge')
  await project.git('merge', '--quit')
  await project.git('config', '--unset', 'user.email')
  expect(await refused()).toContain('user.email')
  expect(await refused(project.dataDirectory)).toContain('not in a git repository')
})

it('leaves index and branch as they are when somebody else has committed meanwhile', async () => {
  const base = valueOf(await commits.base(project.folder, ['a.txt']))
  await project.git('commit', '--quiet', '--allow-empty', '-m', 'other')
  const state = async () => [await project.git('rev-parse', 'HEAD'), await project.git('ls-files', '--stage')]
  const before = await state()
  const files = [{ path: 'a.txt', wanted: file('two\n') }]
  const request = { folder: project.folder, parent: base.commit, files, message: 'x' }
  expect((await commits.commit(request)).ok).toBe(false)
  expect(await state()).toEqual(before)
})

it('writes no path that leads out of the folder or into .git', async () => {
  const base = valueOf(await commits.base(project.folder, []))
  for (const path of ['../a', '.git/hooks/x', '/a', 'd/.GIT/x']) {
    const files = [{ path, wanted: file('x') }]
    const request = { folder: project.folder, parent: base.commit, files, message: 'x' }
    expect(refusalOf(await commits.commit(request))).toContain('is not a file of the folder')
  }
})
