import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { shareDependencies, type SharingRequest } from '../../../src/main/adapters/checkpoints/share-dependencies.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

vi.setConfig({ testTimeout: 60_000 })

let project: GitFolder
let worktree: string

beforeEach(async () => {
  project = await gitFolder()
  worktree = `${project.folder}-worktree`
  await mkdir(worktree)
})
afterEach(() => closeAll(worktree, project))

const share = (wishes: Partial<SharingRequest> = {}) =>
  shareDependencies({
    top: project.folder,
    gitDirectory: join(project.folder, '.git'),
    worktree,
    environment: { PATH: process.env['PATH'] ?? '' },
    isHidden: () => false,
    signal: new AbortController().signal,
    ...wishes,
  })

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project.folder, path)), { recursive: true })
  await writeFile(join(project.folder, path), text)
}

it.each([
  ['npm', 'node_modules/dep/index.js', 'node_modules'],
  ['a package of a monorepo', 'packages/a/node_modules/dep/index.js', 'packages/a/node_modules'],
  ['pnpm', 'node_modules/.pnpm/dep@1/node_modules/dep/index.js', 'node_modules'],
  ['yarn with its archive', '.yarn/cache/dep.zip', '.yarn'],
  ['yarn without folders', '.pnp.cjs', '.pnp.cjs'],
  ['uv and poetry', '.venv/lib/python3/site-packages/dep.py', '.venv'],
  ['pip', 'venv/lib/python3/site-packages/dep.py', 'venv'],
  ['pdm', '__pypackages__/3.12/lib/dep.py', '__pypackages__'],
  ['composer', 'vendor/autoload.php', 'vendor'],
  ['bundler', 'vendor/bundle/ruby/dep.rb', 'vendor'],
  ['mix', 'deps/dep/mix.exs', 'deps'],
  ['cocoapods', 'ios/Pods/dep.swift', 'ios/Pods'],
])('copies what %s has installed', async (_name, file, folder) => {
  await put('.gitignore', `${folder.split('/').at(-1)}\n`)
  await put(file, 'installed\n')
  await put('secret-cache/other.txt', 'not ignored, so that it is part of the state\n')
  expect(await share()).toEqual({ copied: [folder], left: [] })
  expect(await readFile(join(worktree, file), 'utf8')).toBe('installed\n')
  // Each has its own: what is written in the worktree is not in the folder.
  await writeFile(join(worktree, file), 'changed\n')
  expect(await readFile(join(project.folder, file), 'utf8')).toBe('installed\n')
})

it('copies nothing that is tracked, or ignored for another reason', async () => {
  await put('vendor/tracked.go', 'package tracked\n')
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', 'files')
  await put('.gitignore', '.env\ndist\n.cache\n*.log\n')
  for (const path of ['.env', 'dist/a.js', '.cache/node_modules/a.js', 'a.log']) await put(path, 'x')
  expect(await share()).toEqual({ copied: [], left: [] })
})

it('keeps links inside, so that packages of a workspace are those of the worktree', async () => {
  await put('.gitignore', 'node_modules\n')
  await put('packages/b/index.js', 'b\n')
  await mkdir(join(project.folder, 'node_modules/@org'), { recursive: true })
  await symlink('../../packages/b', join(project.folder, 'node_modules/@org/b'))
  expect((await share()).copied).toEqual(['node_modules'])
  const link = join(worktree, 'node_modules/@org/b')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await readlink(link)).toBe('../../packages/b')
})

it('makes a virtual environment that of the worktree', async () => {
  await put('.gitignore', '.venv\n')
  const { folder } = project
  await put('.venv/pyvenv.cfg', `command = python3 -m venv ${folder}/.venv\n`)
  await put('.venv/bin/pytest', `#!${folder}/.venv/bin/python\n`)
  await put('.venv/lib/python3.12/site-packages/_demo.pth', `${folder}/src\n`)
  await put('.venv/lib/python3.12/site-packages/dep.py', `# ${folder}\n`)
  await share()
  const read = (path: string) => readFile(join(worktree, '.venv', path), 'utf8')
  expect(await read('bin/pytest')).toBe(`#!${worktree}/.venv/bin/python\n`)
  expect(await read('lib/python3.12/site-packages/_demo.pth')).toBe(`${worktree}/src\n`)
  expect(await read('pyvenv.cfg')).toContain(`${worktree}/.venv`)
  expect(await read('lib/python3.12/site-packages/dep.py')).toBe(`# ${folder}\n`)
})

it('copies nothing more, and leaves nothing half copied, when it is cancelled or takes too long', async () => {
  await put('.gitignore', 'node_modules\nvendor\n')
  await put('node_modules/dep/index.js', 'installed')
  await put('vendor/autoload.php', 'installed')
  for (const wishes of [{ signal: AbortSignal.abort() }, { limitMs: 0 }]) {
    const { copied, left } = await share(wishes)
    expect({ copied, left: left.map(({ path }) => path) }).toEqual({ copied: [], left: ['node_modules', 'vendor'] })
    expect(await readdir(worktree)).toEqual([])
  }
})
