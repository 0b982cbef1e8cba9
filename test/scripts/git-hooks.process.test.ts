import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { ROOT } from '../../scripts/project.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-hooks-'))
  for (const path of ['.githooks', '.gitignore', 'scripts', 'src/shared', 'package.json']) {
    await cp(join(ROOT, path), join(folder, path), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs a program without the git configuration of this machine. */
function run(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@example.com',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@example.com',
      ...more,
    },
  })
  return { status, stdout, stderr }
}

const git = (...args: readonly string[]) => run('git', args)
const prepare = (more: Readonly<Record<string, string>> = {}) => run(process.execPath, ['.githooks/use.mjs'], more)
const hooksPath = () => git('config', '--get', 'core.hooksPath').stdout.trim()

async function add(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
  git('add', '--force', '--', path)
}

test('the hooks are set in a checkout, and refuse files and messages that do not belong', async () => {
  git('init', '-q')
  expect(prepare()).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(hooksPath()).toBe('.githooks')

  await add('README.md', 'text')
  expect(git('commit', '-q', '-m', 'docs: add a page')).toMatchObject({ status: 0 })
  expect(git('commit', '--allow-empty', '-m', 'x'.repeat(73))).toMatchObject({ status: 1 })

  const refused: readonly (readonly [string, string])[] = [
    ['stray.txt', 'text'],
    ['docs/-o/page.txt', 'text'],
    ['docs/images/large.png', 'x'.repeat(500_001)],
    ['docs/run.log', 'text'],
  ]
  for (const [path, content] of refused) {
    await add(path, content)
    const commit = git('commit', '-m', 'docs: add a file')
    expect(commit).toMatchObject({ status: 1 })
    expect(commit.stderr).toContain(path)
    git('rm', '-q', '--cached', '-f', '--', path)
  }
}, 60_000)

test('the hooks are not set in continuous integration', () => {
  git('init', '-q')
  expect(prepare({ CI: 'true' })).toMatchObject({ status: 0 })
  expect(hooksPath()).toBe('')
})

test('hooks that the user configured stay', () => {
  git('init', '-q')
  git('config', 'core.hooksPath', 'mine')
  expect(prepare()).toMatchObject({ status: 0 })
  expect(hooksPath()).toBe('mine')
})

test('nothing happens outside of a checkout, or without git', () => {
  expect(prepare()).toEqual({ status: 0, stdout: '', stderr: '' })
  git('init', '-q')
  expect(prepare({ PATH: '/nowhere' })).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(hooksPath()).toBe('')
})
