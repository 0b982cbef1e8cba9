import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createEditor } from '../../src/main/adapters/open-in-editor.ts'
import { refusalOf, valueOf } from '../support/drive-agent.ts'

let parent: string
let folder: string
let program: string

beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-editor-')))
  folder = join(parent, 'project')
  program = join(parent, 'editor with a space')
  await mkdir(folder)
  // It writes its arguments and its environment, and says by the new name that it is done.
  const lines = [`printf '%s\\n' "$@" > out`, 'env >> out', 'mv out opened']
  await writeFile(program, ['#!/bin/sh', `cd '${parent}'`, ...lines].join('\n'))
  await chmod(program, 0o755)
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const opened = () => readFile(join(parent, 'opened'), 'utf8').catch(() => '')
const open = createEditor({
  PATH: process.env['PATH'],
  DISPLAY: ':7',
  ANTHROPIC_API_KEY: 'secret',
  HOME: '/nonexistent',
})

it.each(['a b.txt', '-rf', '$(touch owned); `touch owned` & touch owned', '%TEMP%"\'\\'])(
  'gives the editor the path of %s as one argument, without a shell',
  async (name) => {
    await writeFile(join(folder, name), '')
    valueOf(await open({ program, folder, path: name }))
    await expect.poll(opened, { timeout: 30_000 }).not.toBe('')
    expect((await opened()).split('\n')[0]).toBe(join(folder, name))
  },
)

it('gives it no key, and what a program with a window needs', async () => {
  await writeFile(join(folder, 'a'), '')
  valueOf(await open({ program, folder, path: 'a' }))
  await expect.poll(opened, { timeout: 30_000 }).toContain('DISPLAY=:7')
  expect(await opened()).not.toContain('secret')
})

it('opens no file outside the folder, no folder, and nothing with a program that is not there', async () => {
  await writeFile(join(parent, 'outside'), '')
  await symlink(join(parent, 'outside'), join(folder, 'link'))
  await mkdir(join(folder, 'd'))
  await writeFile(join(folder, 'a'), '')
  for (const path of ['../outside', 'link', 'd', 'd/../../outside']) {
    expect(refusalOf(await open({ program, folder, path }))).toContain('is not a file in the agent’s folder')
  }
  expect(refusalOf(await open({ program, folder, path: 'missing' }))).toContain('cannot be opened')
  expect(refusalOf(await open({ program: join(parent, 'no-editor'), folder, path: 'a' }))).toContain('did not start')
  expect(refusalOf(await open({ program: 'a\0b', folder, path: 'a' }))).toContain('did not start')
  expect(await opened()).toBe('')
})
