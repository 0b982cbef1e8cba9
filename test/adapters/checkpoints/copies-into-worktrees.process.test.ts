import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp, link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { compareCopy } from '../../../src/main/adapters/checkpoints/copy-into.ts'
import { createWorktrees } from '../../../src/main/adapters/checkpoints/create-worktrees.ts'
import { FolderStores } from '../../../src/main/adapters/checkpoints/folder-stores.ts'
import { HiddenFiles, isHiddenInside, statusAt } from '../../../src/main/adapters/tools/sandbox/hidden-files.ts'
import type { AgentWorktree } from '../../../src/shared/agent-worktree.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { filesIn, GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'

vi.setConfig({ testTimeout: 60_000 })

const AGENT = '11111111-1111-4111-8111-111111111111'
const SECRET = 'planted-in-a-file-that-commands-cannot-read'
const MAX_FILE_BYTES = 1_000

let project: GitFolder
let hidden: HiddenFiles
/** Done while the state of the folder is saved, as a program in the background would, when this file is looked at. */
let meanwhile: { readonly at: string; readonly act: () => void } | null

beforeEach(async () => {
  project = await gitFolder()
  hidden = new HiddenFiles(null)
  meanwhile = null
  await project.write('.gitignore', 'node_modules\n.venv\n')
  await project.write('kept.txt', 'kept')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'first')
})
afterEach(() => project.remove())

const at = (path: string): string => join(project.folder, path)

/** Hides a file or folder, as a command inside the sandbox does, and gives it another name then, as a user may. */
async function renamedAfterHiding(from: string, to: string): Promise<void> {
  const found = statusAt(Buffer.from(at(from)))
  if (found === null) throw new Error(`${from} is missing`)
  hidden.add(Buffer.from(at(from)), found)
  await mkdir(dirname(at(to)), { recursive: true })
  await rename(at(from), at(to))
}

async function made(signal?: AbortSignal) {
  const stores = new FolderStores({
    dataDirectory: project.dataDirectory,
    environment: GIT_ENVIRONMENT,
    wideFolder: async () => null,
    isHidden: (path) => {
      const isSeen = isHiddenInside(path, hidden)
      const planned = meanwhile
      if (planned !== null && path === at(planned.at)) {
        meanwhile = null
        planned.act()
      }
      return isSeen
    },
    maxFileBytes: () => MAX_FILE_BYTES,
  })
  const worktrees = createWorktrees({ stores, dataDirectory: project.dataDirectory, environment: GIT_ENVIRONMENT })
  const created = await worktrees.create({ agentId: AGENT, name: 'child', folder: project.folder, signal })
  await stores.close()
  return created
}

/** Whether a file that its names do not hide contains the secret. */
async function shows(worktree: AgentWorktree): Promise<boolean> {
  const names = new HiddenFiles(null)
  const files = Object.entries(await filesIn(worktree.directory))
  return files.some(([path, text]) => text.includes(SECRET) && !isHiddenInside(join(worktree.directory, path), names))
}

const large = 'x'.repeat(MAX_FILE_BYTES + 1)

/** What is done first, so that the copy for another agent would show what the folder hides. */
const WAYS: readonly (readonly [name: string, prepare: () => Promise<void>])[] = [
  [
    'a hidden file that was renamed',
    async () => {
      await project.write('.env', SECRET)
      await renamedAfterHiding('.env', 'settings.txt')
    },
  ],
  [
    'one that was moved into a folder',
    async () => {
      await project.write('.env', SECRET)
      await renamedAfterHiding('.env', 'docs/old/settings.txt')
    },
  ],
  [
    'a hidden folder that was renamed',
    async () => {
      await project.write('.aws/credentials', SECRET)
      await renamedAfterHiding('.aws', 'cloud')
    },
  ],
  [
    'a folder in a hidden folder that was renamed',
    async () => {
      await project.write('.ssh/keys/deep/one', SECRET)
      await renamedAfterHiding('.ssh', 'more/keys')
    },
  ],
  [
    'a second link to a hidden file',
    async () => {
      await project.write('.env', SECRET)
      await link(at('.env'), at('settings.txt'))
      const found = statusAt(Buffer.from(at('.env')))
      if (found !== null) hidden.add(Buffer.from(at('.env')), found)
    },
  ],
  [
    'a hidden file that was renamed like a compiled module',
    async () => {
      await project.write('.gitignore', 'node_modules\n.venv\n*.node\n')
      await project.write('.env', SECRET)
      await renamedAfterHiding('.env', 'lib/settings.node')
    },
  ],
  [
    'a hidden file that was renamed where node-gyp builds',
    async () => {
      await project.write('.gitignore', 'node_modules\n.venv\nbuild\n')
      await project.write('binding.gyp', '{}')
      await project.write('build/.env', SECRET)
      await renamedAfterHiding('build/.env', 'build/settings.txt')
    },
  ],
  [
    'a hidden file that was renamed in a submodule',
    async () => {
      const inner = join(project.parent, 'inner')
      await project.git('init', '--quiet', inner)
      await project.git('-C', inner, 'commit', '--quiet', '--allow-empty', '-m', 'inner')
      await project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'libs/inner')
      await project.git('commit', '--quiet', '-m', 'submodule')
      await project.write('libs/inner/.env', SECRET)
      await renamedAfterHiding('libs/inner/.env', 'libs/inner/settings.txt')
    },
  ],
  [
    'a hidden file that was renamed among the dependencies',
    async () => {
      await project.write('node_modules/app/.env', SECRET)
      await project.write('node_modules/app/index.js', 'installed')
      await renamedAfterHiding('node_modules/app/.env', 'node_modules/app/settings.txt')
    },
  ],
  [
    'a hidden folder that was renamed among the dependencies',
    async () => {
      await project.write('node_modules/.bin/app', 'installed')
      await project.write('node_modules/.gnupg/private.key', SECRET)
      await renamedAfterHiding('node_modules/.gnupg', 'node_modules/keys')
    },
  ],
  [
    'a file too large for checkpoints that becomes a link to one outside',
    async () => {
      await writeFile(join(project.parent, 'key'), SECRET)
      await project.write('video.bin', large)
      meanwhile = {
        at: 'video.bin',
        act: () => {
          rmSync(at('video.bin'))
          symlinkSync(join(project.parent, 'key'), at('video.bin'))
        },
      }
    },
  ],
  [
    'a folder above such a file that becomes a link',
    async () => {
      mkdirSync(join(project.parent, 'elsewhere'))
      writeFileSync(join(project.parent, 'elsewhere/video.bin'), SECRET)
      await project.write('media/video.bin', large)
      meanwhile = {
        at: 'media/video.bin',
        act: () => {
          renameSync(at('media'), at('moved'))
          symlinkSync(join(project.parent, 'elsewhere'), at('media'))
        },
      }
    },
  ],
  [
    'a link in a chain of links',
    async () => {
      await writeFile(join(project.parent, 'key'), SECRET)
      await symlink(join(project.parent, 'key'), join(project.parent, 'one'))
      await project.write('video.bin', large)
      meanwhile = {
        at: 'video.bin',
        act: () => {
          rmSync(at('video.bin'))
          symlinkSync('../one', at('video.bin'))
        },
      }
    },
  ],
]

describe('a worktree', () => {
  it.each(WAYS)('shows no commands what the folder hides: %s', async (_name, prepare) => {
    await prepare()
    const worktree = valueOf(await made())
    expect({ shows: await shows(worktree), kept: (await filesIn(worktree.directory))['kept.txt'] }).toEqual({
      shows: false,
      kept: 'kept',
    })
  })

  it('says what it left out', async () => {
    await project.write('.env', SECRET)
    await renamedAfterHiding('.env', 'settings.txt')
    const { dependencies } = valueOf(await made())
    expect(dependencies).toEqual({
      copied: [],
      left: [{ path: 'settings.txt', reason: 'Commands cannot read it, and could read a copy under this name.' }],
    })
  })

  it('copies a file that is too large for checkpoints, and hidden ones under the names that hide them', async () => {
    await project.write('video.bin', large)
    await project.write('.env', SECRET)
    const files = await filesIn(valueOf(await made()).directory)
    expect([files['video.bin'], files['.env']]).toEqual([large, SECRET])
  })

  it('is made although a large file became a pipe, which nobody writes to', async () => {
    await project.write('video.bin', large)
    const act = (): void => {
      rmSync(at('video.bin'))
      execFileSync('mkfifo', [at('video.bin')])
    }
    meanwhile = { at: 'video.bin', act }
    expect(valueOf(await made()).dependencies?.left.map(({ path }) => path)).toEqual(['video.bin'])
  })

  it.each(['bin', 'lib', 'lib/python3', 'lib/python3/site-packages'])(
    'changes no file outside of it through a link in a virtual environment: %s',
    async (folder) => {
      const outside = join(project.parent, 'outside')
      const text = `cd ${project.folder}\n`
      for (const path of ['start.pth', 'python3/site-packages/start.pth', 'site-packages/start.pth']) {
        await mkdir(dirname(join(outside, path)), { recursive: true })
        await writeFile(join(outside, path), text)
      }
      await project.write('.venv/pyvenv.cfg', 'home = /usr/bin\n')
      await mkdir(dirname(at(`.venv/${folder}`)), { recursive: true })
      await symlink(outside, at(`.venv/${folder}`))
      valueOf(await made())
      expect(new Set(Object.values(await filesIn(outside)))).toEqual(new Set([text]))
    },
  )

  it('has no pipes and sockets of the dependencies', async () => {
    await project.write('node_modules/dep/index.js', 'installed')
    execFileSync('mkfifo', [at('node_modules/dep/pipe')])
    const { directory, dependencies } = valueOf(await made())
    expect(dependencies?.copied).toEqual(['node_modules'])
    expect(await readdir(join(directory, 'node_modules/dep'))).toEqual(['index.js'])
  })

  it('is not made, and leaves no directory, if that is cancelled', async () => {
    await project.write('node_modules/dep/index.js', 'installed')
    expect((await made(AbortSignal.abort())).ok).toBe(false)
    expect(await project.git('worktree', 'list', '--porcelain')).not.toContain(project.dataDirectory)
  })
})

/** How a copy came to contain what the folder does not: one of its folders led elsewhere while it was copied. */
const DIFFERENCES: readonly (readonly [name: string, change: (copy: string) => Promise<void>])[] = [
  ['another content of the same size', (copy) => writeFile(join(copy, 'dep/index.js'), 'INSTALLED')],
  ['another size', (copy) => writeFile(join(copy, 'dep/index.js'), SECRET)],
  ['a file that is not there', (copy) => writeFile(join(copy, 'dep/id_rsa'), SECRET)],
  ['a folder that is not there', (copy) => cp(join(copy, 'dep'), join(copy, 'more'), { recursive: true })],
  [
    'a folder for a link',
    async (copy) => {
      await symlink('dep', at('node_modules/linked'))
      await cp(join(copy, 'dep'), join(copy, 'linked'), { recursive: true })
    },
  ],
  [
    'a file for a link',
    async (copy) => {
      await symlink('dep/index.js', at('node_modules/linked'))
      await cp(join(copy, 'dep/index.js'), join(copy, 'linked'))
    },
  ],
  [
    'a link to another place',
    async (copy) => {
      await symlink('dep', at('node_modules/linked'))
      await symlink('/', join(copy, 'linked'))
    },
  ],
  [
    'a folder that became a link',
    async () => {
      await rename(at('node_modules/dep'), at('moved'))
      await symlink('../moved', at('node_modules/dep'))
    },
  ],
  [
    'a folder above that became a link',
    async () => {
      await rename(at('node_modules'), at('moved'))
      await symlink('moved', at('node_modules'))
    },
  ],
  [
    'a file that became a pipe',
    async () => {
      await rm(at('node_modules/dep/index.js'))
      execFileSync('mkfifo', [at('node_modules/dep/index.js')])
    },
  ],
  ['a folder whose original is gone', () => rm(at('node_modules/dep'), { recursive: true })],
]

describe('a copied folder', () => {
  const compared = async (change: (copy: string) => Promise<void>) => {
    const worktree = join(project.parent, 'worktree')
    await project.write('node_modules/dep/index.js', 'installed')
    await mkdir(worktree)
    execFileSync('cp', ['-a', at('node_modules'), worktree])
    await change(join(worktree, 'node_modules'))
    const roots = { top: project.folder, worktree, isHidden: () => false }
    return compareCopy('node_modules', roots, new AbortController().signal)
  }

  it.each(DIFFERENCES)('is not used if it differs: %s', async (_name, change) => {
    expect(await compared(change)).not.toBeNull()
  })

  it('is used as it is, also with other times', async () => {
    expect(await compared(async () => undefined)).toBeNull()
    await rm(join(project.parent, 'worktree'), { recursive: true })
    expect(await compared((copy) => writeFile(join(copy, 'dep/index.js'), 'installed'))).toBeNull()
    expect(lstatSync(at('node_modules')).isDirectory()).toBe(true)
    expect(await readFile(at('node_modules/dep/index.js'), 'utf8')).toBe('installed')
  })
})
