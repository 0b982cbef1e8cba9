import { execFile } from 'node:child_process'
import { chmod, copyFile, lstat, mkdir, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import type { Checkpoints } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'
/** Folders, and saved states of each. `IKIGAI_RANDOM_FOLDERS` and `IKIGAI_RANDOM_SEED` set others. */
const FOLDERS = Number(process.env['IKIGAI_RANDOM_FOLDERS'] ?? 6)
const SEED = Number(process.env['IKIGAI_RANDOM_SEED'] ?? 4_100)
const STATES = 25

const run = promisify(execFile)

/** What git itself stores of the folder, with an index of its own: what was stored stays stored when it is ignored later. */
async function storedByGit(project: GitFolder, prefix: string): Promise<string> {
  const index = join(project.parent, 'naive-index')
  const env = { ...GIT_ENVIRONMENT, GIT_INDEX_FILE: index }
  const git = async (...args: readonly string[]) =>
    (await run('git', [...args], { cwd: project.folder, env, maxBuffer: 1e8 })).stdout.trim()
  await git('add', '--all', '--', prefix === '' ? '.' : prefix)
  return git('ls-files', '--stage', '-z')
}

async function stored(project: GitFolder, id: string): Promise<string> {
  const lines = (await project.stored('ls-tree', '-r', '-z', id)).split('\0').filter((line) => line !== '')
  // `ls-files` has the stage where `ls-tree` has the type.
  return lines.map((line) => `${line.replace(/^(\d+) \w+ (\w+)\t/, '$1 $2 0\t')}\0`).join('')
}

const NAMES = ['a', 'b', 'c.log', 'd', 'x.tmp', 'sub', 'build', 'deep']

/** Acts that change a folder in ways in which programs and users do; several leave size or times as they were. */
function acts(root: string, random: () => number): readonly (() => Promise<void>)[] {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const name = () => pick(NAMES) ?? 'a'
  const place = () => join(root, ...Array.from({ length: Math.floor(random() * 3) }, name))
  const content = () => String(Math.floor(random() * 10)).repeat(3)
  const someFile = async () => {
    const files = await filesOf(root)
    return pick(files) ?? null
  }
  const inFolder = async (then: (path: string) => Promise<void>) => {
    const folder = place()
    await mkdir(folder, { recursive: true })
    await then(join(folder, name()))
  }
  return [
    () => inFolder((path) => writeFile(path, content())),
    () => inFolder((path) => mkdir(path, { recursive: true }).then(() => undefined)),
    () => inFolder((path) => symlink(pick(['a', 'b', 'missing']) ?? 'a', path)),
    () => inFolder((path) => rm(path, { recursive: true, force: true })),
    () => inFolder((path) => rename(place(), path)),
    // Two contents of one size, in the same moment.
    async () => {
      const file = await someFile()
      if (file !== null) for (const _ of [1, 2]) await writeFile(file, content())
    },
    // A content of the same size, with the times of the old one.
    async () => {
      const file = await someFile()
      if (file === null) return
      const { atime, mtime } = await lstat(file)
      await writeFile(file, content())
      await utimes(file, atime, mtime)
    },
    async () => {
      const file = await someFile()
      if (file !== null) await chmod(file, pick([0o644, 0o755, 0o600]) ?? 0o644)
    },
    // An editor that replaces files.
    async () => {
      const file = await someFile()
      if (file === null) return
      await writeFile(`${file}.new`, content())
      await rename(`${file}.new`, file)
    },
    () => inFolder((path) => writeFile(join(path, '..', '.gitignore'), `${pick(NAMES)}\n${pick(NAMES)}/\n`)),
    () => rm(join(root, '.gitignore'), { force: true }),
    async () => {
      const many = join(root, pick(['build', 'sub']) ?? 'build', 'many')
      await mkdir(many, { recursive: true })
      await Promise.all(Array.from({ length: 30 }, (_, index) => writeFile(join(many, String(index)), content())))
    },
    async () => undefined,
  ]
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.filter((path) => !path.includes('/.git/'))
}

async function saved(checkpoints: Checkpoints, folder: string) {
  const state = await checkpoints.save({ agentId: AGENT, folder, touched: [] })
  if (!state.ok) throw new Error(state.error.message)
  return state.value
}

/** Returns whether the act was possible. */
async function attempted(act: (() => Promise<void>) | undefined): Promise<boolean> {
  if (act === undefined) return false
  return act().then(
    () => true,
    () => false,
  )
}

async function follow(seed: number): Promise<number> {
  const random = seededRandom(seed)
  const project = await gitFolder()
  const prefix = random() < 0.3 ? 'packages/one' : ''
  const folder = join(project.folder, prefix)
  await mkdir(folder, { recursive: true })
  await project.write('.gitignore', '*.log\nbuild/\n')
  // The repository contains files although it ignores them.
  for (const path of ['a/kept', 'build/kept', 'build/deep/kept', 'kept.log'])
    await project.write(join(prefix, path), 'kept')
  await project.git('add', '--force', '--', folder)
  await copyFile(join(project.folder, '.git/index'), join(project.parent, 'naive-index'))
  const checkpoints = project.checkpoints()
  let changes = 0
  try {
    const list = acts(folder, random)
    let last = await saved(checkpoints, folder)
    for (let state = 0; state < STATES; state += 1) {
      for (let act = Math.floor(random() * 4); act >= 0; act -= 1) {
        if (await attempted(list[Math.floor(random() * list.length)])) changes += 1
      }
      const next = await saved(checkpoints, folder)
      const label = `seed ${seed}, state ${state}`
      expect({ label, stored: await stored(project, next.id) }).toEqual({
        label,
        stored: await storedByGit(project, prefix),
      })
      const difference = await checkpoints.difference(next.place, last.id, next.id)
      const names = (
        await project.stored('diff-tree', '-r', '-z', '--name-only', '--no-renames', last.id, next.id)
      ).split('\0')
      const expected = names
        .filter((path) => path !== '')
        .map((path) => path.slice(prefix === '' ? 0 : prefix.length + 1))
      if (!difference.ok) throw new Error(`${label}: ${difference.error.message}`)
      expect({ label, paths: difference.value.map(({ path }) => path) }).toEqual({ label, paths: expected })
      last = next
    }
  } finally {
    await checkpoints.close()
    await project.remove()
  }
  return changes
}

it(`a checkpoint has what git would store, after random changes (seeds from ${SEED})`, async () => {
  let changes = 0
  for (let index = 0; index < FOLDERS; index += 1) changes += await follow(SEED + index)
  expect(changes).toBeGreaterThan(FOLDERS * STATES)
}, 300_000)
