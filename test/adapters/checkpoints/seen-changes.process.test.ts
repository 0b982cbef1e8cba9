import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { FolderScan } from '../../../src/main/adapters/checkpoints/folder-scan.ts'
import type { Checkpoints } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
let checkpoints: Checkpoints

beforeEach(async () => {
  project = await gitFolder()
  checkpoints = project.checkpoints({ maxFileBytes: 100 })
})

afterEach(() => closeAll(checkpoints, project))

async function savedPaths(): Promise<readonly string[]> {
  const saved = await checkpoints.save({ agentId: AGENT, folder: project.folder, touched: [] })
  if (!saved.ok) throw new Error(saved.error.message)
  const names = await project.stored('ls-tree', '-r', '-z', '--name-only', saved.value.id)
  return names.split('\0').filter((name) => name !== '' && !name.endsWith('.gitignore'))
}

interface Case {
  readonly rules: string
  /** Files that are there at first. */
  readonly files: readonly string[]
  readonly change: (at: (path: string) => string) => Promise<unknown>
  readonly saved: readonly string[]
}

const CASES: Readonly<Record<string, Case>> = {
  'a link in the place of an ignored folder': {
    rules: 'out/\n',
    files: ['a', 'out/made'],
    change: async (at) => {
      await rename(at('out'), at('../elsewhere'))
      await symlink('../elsewhere', at('out'))
    },
    saved: ['a', 'out'],
  },
  'a file in the place of an ignored folder': {
    rules: 'out/\n',
    files: ['a', 'out/made'],
    change: async (at) => {
      await rm(at('out'), { recursive: true })
      await writeFile(at('out'), 'file')
    },
    saved: ['a', 'out'],
  },
  'an ignored folder in the place of a file': {
    rules: 'out/\n',
    files: ['a', 'out'],
    change: async (at) => {
      await rm(at('out'))
      await mkdir(at('out'))
      await writeFile(at('out/made'), 'made')
    },
    saved: ['a'],
  },
  'a folder in the place of a file that is ignored by its name': {
    rules: '*\n!*/\n!*.txt\n',
    files: ['a.txt', 'x'],
    change: async (at) => {
      await rm(at('x'))
      await mkdir(at('x'))
      await writeFile(at('x/k.txt'), 'k')
    },
    saved: ['a.txt', 'x/k.txt'],
  },
  'an ignored folder below a new one': {
    rules: 'out/\n',
    files: ['a'],
    change: async (at) => {
      await mkdir(at('new/out'), { recursive: true })
      await writeFile(at('new/out/made'), 'made')
      await writeFile(at('new/b'), 'b')
    },
    saved: ['a', 'new/b'],
  },
  'a large file that becomes small': {
    rules: '',
    files: ['a'],
    change: async (at) => {
      await writeFile(at('large'), 'x'.repeat(200))
      expect(await savedPaths()).toEqual(['a'])
      expect(await savedPaths()).toEqual(['a'])
      await writeFile(at('large'), 'x')
    },
    saved: ['a', 'large'],
  },
  'rules that no longer ignore a file': {
    rules: '*.log\n',
    files: ['a', 'b.log'],
    change: (at) => writeFile(at('.gitignore'), ''),
    saved: ['a', 'b.log'],
  },
  'a pipe in the place of a file': {
    rules: '',
    files: ['a', 'b'],
    change: async (at) => {
      await rm(at('b'))
      execFileSync('mkfifo', [at('b')])
      await writeFile(at('c'), 'c')
    },
    // As git, which lists no pipes: the file stays in the state.
    saved: ['a', 'b', 'c'],
  },
}

describe('a folder that was seen before shows', () => {
  it.each(Object.entries(CASES))('%s', async (_name, { rules, files, change, saved }) => {
    await project.write('.gitignore', rules)
    for (const path of files) await project.write(path, path)
    // After the first ones the folder is compared without git.
    for (const _ of [1, 2, 3]) await savedPaths()
    await change((path) => join(project.folder, path))
    expect(await savedPaths()).toEqual(saved)
    expect(await savedPaths()).toEqual(saved)
  })
})

it("the user's ignore file counts, also behind a link", async () => {
  const target = join(project.parent, 'dotfiles-ignore')
  const link = join(project.parent, 'ignore')
  await writeFile(target, '*.log\n')
  await symlink(target, link)
  const scan = new FolderScan({ top: project.folder, prefix: '', ignoreFiles: [], userIgnoreFile: link })
  for (const _ of [1, 2]) {
    expect(scan.look()).toEqual({ type: 'unknown', hasNewRules: true })
    scan.accept(new Set())
  }
  expect(scan.look()).toEqual({ type: 'same' })
  await writeFile(target, '*.tmp\n')
  expect(scan.look()).toEqual({ type: 'unknown', hasNewRules: true })
})
