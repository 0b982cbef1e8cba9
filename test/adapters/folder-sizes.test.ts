import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { createFolderSizes } from '../../src/main/adapters/folder-sizes.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-sizes-'))
})

afterAll(() => rm(directory, { recursive: true, force: true }))

it('adds up the files below each folder, without following links', async () => {
  const sizes = createFolderSizes(directory)
  expect(await sizes()).toEqual({ tool_output: 0, checkpoints: 0, worktrees: 0 })
  await mkdir(join(directory, 'tool-output'))
  await mkdir(join(directory, 'worktrees', 'a', 'b'), { recursive: true })
  await writeFile(join(directory, 'tool-output', 'x.txt'), 'four')
  await writeFile(join(directory, 'worktrees', 'a', 'one'), '1')
  await writeFile(join(directory, 'worktrees', 'a', 'b', 'two'), '22')
  await symlink(directory, join(directory, 'worktrees', 'a', 'loop'))
  await symlink(join(directory, 'tool-output', 'x.txt'), join(directory, 'worktrees', 'link'))
  expect(await sizes()).toEqual({ tool_output: 4, checkpoints: 0, worktrees: 3 })
})
