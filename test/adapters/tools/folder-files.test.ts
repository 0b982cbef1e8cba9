import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createFolderFiles } from '../../../src/main/adapters/tools/folder-files.ts'
import type { FolderFiles } from '../../../src/main/core/ports/content-ports.ts'
import { ok, type Result } from '../../../src/shared/result.ts'
import { makeToolFolder, type ToolFolder } from './tool-folder.ts'

/** They start programs, which takes its time on a busy machine. */
const TIMEOUT_MS = 60_000

let space: ToolFolder
let files: FolderFiles
beforeEach(async () => {
  space = await makeToolFolder()
  files = createFolderFiles(space.context)
  const { folder, outside } = space
  await Promise.all(['.git', 'src', '.ssh', 'built'].map((name) => mkdir(join(folder, name))))
  await symlink(outside, join(folder, 'linked'))
  await Promise.all([
    put('.git/config', 'secret', 1),
    put('.gitignore', 'built/\n*.log\n', 2),
    put('built/out.js', 'built', 3),
    put('error.log', 'log', 4),
    put('old.ts', 'old', 5),
    put('src/new.ts', 'const sum = 1\n', 9),
    put('.env.local', 'KEY=1', 7),
    put('.ssh/id', 'key', 8),
    put('.github.yml', 'hidden', 6),
    writeFile(join(outside, 'secret.txt'), 'outside'),
  ])
})
afterEach(() => space.remove())

/** `age`: seconds since the epoch of its last change. */
async function put(path: string, text: string, age: number): Promise<void> {
  await writeFile(join(space.folder, path), text)
  await utimes(join(space.folder, path), age, age)
}

function read(path: string): Promise<Result<string>> {
  return files.open('agent', path, async (pieces) => ok(Buffer.concat(await Array.fromAsync(pieces)).toString('utf8')))
}

describe('files of a working folder', { timeout: TIMEOUT_MS }, () => {
  it('are listed newest first, without ignored and protected ones, and without following links', async () => {
    expect(await files.list('agent')).toEqual(ok(['src/new.ts', '.github.yml', 'old.ts', '.gitignore']))
  })

  it('have sizes', async () => {
    expect(await files.sizes('agent', ['src/new.ts', 'gone.ts', 'src'])).toEqual(ok([14, null, null]))
  })

  it('are read', async () => {
    expect(await read('src/new.ts')).toEqual(ok('const sum = 1\n'))
  })

  it.each([
    ['../outside/secret.txt', /outside of the working folder/],
    ['linked/secret.txt', /outside of the working folder/],
    ['.env.local', /a file for secrets/],
    ['.git/config', /git/],
    ['src', /is not a file/],
    ['gone.ts', /gone\.ts/],
  ])('are refused if their path is %s', async (path, reason) => {
    const refused = await read(path)
    expect(refused).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
    expect(refused.ok ? '' : refused.error.message).toMatch(reason)
  })

  it('are neither listed nor read in a folder that is larger than a project', async () => {
    const places = { ...space.context.places, homeDirectory: join(space.folder, 'src') }
    const wide = createFolderFiles({ ...space.context, places })
    expect(await wide.list('agent')).toMatchObject({ ok: false })
    expect(await wide.open('agent', 'src/new.ts', async () => ok(null))).toMatchObject({ ok: false })
  })
})
