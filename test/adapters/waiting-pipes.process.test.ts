import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FolderStores } from '../../src/main/adapters/checkpoints/folder-stores.ts'
import { globTool } from '../../src/main/adapters/tools/glob-tool.ts'
import { grepTool } from '../../src/main/adapters/tools/grep-tool.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tools/tool-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

async function makePipe(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
  return path
}

describe.runIf(process.platform !== 'win32')('a pipe that a search would read', { timeout: 30_000 }, () => {
  let space: ToolFolder
  beforeEach(async () => {
    space = await makeToolFolder()
    await writeFile(join(space.folder, 'a.txt'), 'word\n')
  })
  afterEach(() => space.remove())

  it.each([
    '.gitignore',
    '.ignore',
    '.rgignore',
    'sub/.gitignore',
    'sub/deep/er/.ignore',
    '.hidden/.gitignore',
    '.git/.gitignore',
    'a b/.gitignore',
    'ünï/.rgignore',
    '../.ignore',
  ])('is named: %s', async (place) => {
    const path = await makePipe(join(space.folder, place))
    for (const [tool, args] of [
      [globTool, { pattern: '**/*' }],
      [grepTool, { pattern: 'word' }],
    ] as const) {
      expect(await runTool(tool(space.context), args)).toEqual({
        content: `${path} is a named pipe, which would be waited for. Remove it or rename it.`,
        isError: true,
      })
    }
  })

  it.each(['.gitignore.old', 'gitignore', 'sub/pipe'])('is no other one: %s', async (place) => {
    await makePipe(join(space.folder, place))
    const { content, isError } = await runTool(globTool(space.context), { pattern: '*.txt' })
    expect([content.includes('a.txt'), isError]).toEqual([true, false])
  })
})

describe.runIf(process.platform !== 'win32')('a pipe that git would read', { timeout: 60_000 }, () => {
  let project: GitFolder
  beforeEach(async () => {
    project = await gitFolder()
    await project.write('a.txt', 'a\n')
    await project.git('add', '.')
    await project.git('commit', '--quiet', '-m', 'x')
  })
  afterEach(() => project.remove())

  const PLACES = ['.gitignore', 'sub/.gitignore', 'sub/deep/.gitignore', '.hidden/.gitignore', 'a b/.gitignore']
  const saving = (stores: FolderStores) => stores.save({ agentId: AGENT, folder: project.folder, touched: [] })

  it.each(PLACES)('is named where states were saved before, until it is removed: %s', async (place) => {
    await project.write(join(dirname(place), 'new.txt'), 'new\n')
    const stores = project.stores()
    expect(await saving(stores)).toMatchObject({ ok: true, value: { place: { store: 'git' } } })
    const path = await makePipe(join(project.folder, place))
    expect(JSON.stringify(await saving(stores))).toContain(`${path} is a named pipe`)
    await rm(path)
    expect(await saving(stores)).toMatchObject({ ok: true, value: { place: { store: 'git' } } })
    await stores.close()
  })

  it.each(PLACES)('leaves copies of what tools write: %s', async (place) => {
    await project.write(join(dirname(place), 'new.txt'), 'new\n')
    await makePipe(join(project.folder, place))
    const stores = project.stores()
    expect(await saving(stores)).toMatchObject({ ok: true, value: { place: { store: 'copies' } } })
    await stores.close()
  })
})
