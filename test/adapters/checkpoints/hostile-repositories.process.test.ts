import { chmod, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { SavedFolder } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { type GitFolder, filesIn, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'
const HOOKS = [
  'pre-commit',
  'post-checkout',
  'post-index-change',
  'reference-transaction',
  'pre-auto-gc',
  'post-commit',
]

let project: GitFolder

async function save(): Promise<SavedFolder> {
  const checkpoints = project.checkpoints()
  const saved = await checkpoints.save({ agentId: AGENT, folder: project.folder, touched: [] })
  if (!saved.ok) throw new Error(saved.error.message)
  const again = await project
    .write('b.txt', 'more')
    .then(() => checkpoints.save({ agentId: AGENT, folder: project.folder, touched: [] }))
  if (!again.ok) throw new Error(again.error.message)
  const { place } = saved.value
  const different = await checkpoints.difference(place, saved.value.id, again.value.id)
  expect(different).toMatchObject({ ok: true })
  await checkpoints.close()
  return again.value
}

/** A program that leaves a trace in the folder `ran`. */
async function program(name: string): Promise<string> {
  const path = join(project.parent, 'programs', name)
  await mkdir(join(project.parent, 'programs'), { recursive: true })
  await writeFile(path, `#!/bin/sh\ntouch '${join(project.parent, 'ran')}/${name}'\ncat\n`)
  await chmod(path, 0o755)
  return path
}

const traces = (): Promise<readonly string[]> => readdir(join(project.parent, 'ran'))

beforeEach(async () => {
  project = await gitFolder()
  await mkdir(join(project.parent, 'ran'))
  await project.write('a.txt', 'a\r\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
})

afterEach(() => project.remove())

describe('programs that a repository names', () => {
  it('runs no hook', async () => {
    for (const hook of HOOKS) {
      await rename(await program(hook), join(project.folder, '.git/hooks', hook)).catch(async () => {
        await mkdir(join(project.folder, '.git/hooks'), { recursive: true })
        await rename(join(project.parent, 'programs', hook), join(project.folder, '.git/hooks', hook))
      })
    }
    await save()
    expect(await traces()).toEqual([])
    // The hooks work: git itself runs them.
    await project.git('update-ref', 'refs/heads/other', 'HEAD')
    expect(await traces()).toContain('reference-transaction')
  })

  it('runs no hook of another folder', async () => {
    const hook = await program('reference-transaction')
    await project.git('config', 'core.hooksPath', join(hook, '..'))
    await save()
    expect(await traces()).toEqual([])
  })

  it('runs no filter and stores the bytes of the file', async () => {
    await project.git('config', 'filter.evil.clean', await program('clean'))
    await project.git('config', 'filter.evil.smudge', await program('smudge'))
    await project.git('config', 'filter.evil.process', await program('process'))
    await project.git('config', 'filter.evil.required', 'true')
    await project.write('.gitattributes', '* filter=evil diff=evil merge=evil text=auto eol=lf ident\n')
    await project.write('.git/info/attributes', '* filter=evil\n')
    await project.write('c.txt', '$Id$\r\n')
    const saved = await save()
    expect(await traces()).toEqual([])
    expect(await project.stored('cat-file', 'blob', `${saved.id}:c.txt`)).toBe('$Id$\r\n')
  })

  it('runs neither fsmonitor, external differences, editors nor aliases', async () => {
    await project.git('config', 'diff.external', await program('external'))
    await project.git('config', 'diff.evil.textconv', await program('textconv'))
    await project.git('config', 'core.editor', await program('editor'))
    await project.git('config', 'core.pager', await program('pager'))
    await project.git('config', 'alias.write-tree', `!${await program('alias')}`)
    await project.git('config', 'gpg.program', await program('gpg'))
    await project.git('config', 'commit.gpgSign', 'true')
    await project.git('config', 'core.fsmonitor', await program('fsmonitor'))
    await project.write('.gitattributes', '* diff=evil\n')
    await save()
    expect(await traces()).toEqual([])
  })

  it('fetches nothing for a partial clone', async () => {
    await project.git('config', 'remote.origin.url', `ext::${await program('remote')}`)
    await project.git('config', 'remote.origin.promisor', 'true')
    await project.git('config', 'remote.origin.uploadpack', await program('uploadpack'))
    await project.git('config', 'extensions.partialClone', 'origin')
    await save()
    expect(await traces()).toEqual([])
  })
})

describe('repositories that point outside', () => {
  const inData = async (): Promise<boolean> => (await save()).place.store === 'shadow'

  it('does not follow a `.git` that is a link', async () => {
    await rename(join(project.folder, '.git'), join(project.parent, 'elsewhere'))
    await symlink(join(project.parent, 'elsewhere'), join(project.folder, '.git'))
    const before = await filesIn(join(project.parent, 'elsewhere'))
    expect(await inData()).toBe(true)
    expect(await filesIn(join(project.parent, 'elsewhere'))).toEqual(before)
  })

  it('does not follow a `.git` file into a repository that does not know it', async () => {
    await rename(join(project.folder, '.git'), join(project.parent, 'elsewhere'))
    await writeFile(join(project.folder, '.git'), `gitdir: ${join(project.parent, 'elsewhere')}\n`)
    const before = await filesIn(join(project.parent, 'elsewhere'))
    expect(await inData()).toBe(true)
    expect(await filesIn(join(project.parent, 'elsewhere'))).toEqual(before)
  })

  it.each(['objects', 'refs', 'objects/ab', 'refs/ikigai'])(
    'does not write through a link in place of %s',
    async (name) => {
      const outside = join(project.parent, 'outside')
      await rename(join(project.folder, '.git', name), outside).catch(() => mkdir(outside))
      await symlink(outside, join(project.folder, '.git', name))
      const before = await filesIn(outside)
      expect(await inData()).toBe(true)
      expect(await filesIn(outside)).toEqual(before)
    },
  )

  it('stores a link as a link and reads nothing behind it', async () => {
    await writeFile(join(project.parent, 'secret'), 'secret')
    await symlink(join(project.parent, 'secret'), join(project.folder, 'link'))
    await symlink(project.parent, join(project.folder, 'folder'))
    const saved = await save()
    const tree = await project.stored('ls-tree', '-r', saved.id)
    expect(tree).toMatch(/^120000 blob [0-9a-f]+\tlink$/m)
    expect(tree).toMatch(/^120000 blob [0-9a-f]+\tfolder$/m)
    expect(tree).not.toContain('secret')
  })

  it('ignores settings that move the work tree', async () => {
    await project.git('config', 'core.worktree', project.parent)
    await writeFile(join(project.parent, 'secret'), 'secret')
    const saved = await save()
    expect(saved.place.store).toBe('git')
    // Git in the folder follows that setting, so the tree is read by its id.
    expect(await project.stored('ls-tree', '-r', '--name-only', '--full-tree', saved.id)).toBe('a.txt\nb.txt\n')
  })
})
