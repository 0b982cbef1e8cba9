import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withAttachedFiles } from '../../src/main/command-line/attach-files.ts'
import type { RunScript } from '../../src/main/command-line/run-scripts.ts'
import type { LocalApi } from '../../src/main/core/api/local.ts'
import { attachmentOf } from '../../src/shared/attachment.ts'
import { ok } from '../../src/shared/result.ts'
import { createFakeEngine } from '../support/fake-engine.ts'
import { samplePng, sha256Of } from '../support/sample-files.ts'

let directory: string
let folder: string

beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-attach-')))
  folder = join(directory, 'project')
  await mkdir(join(folder, 'src'), { recursive: true })
  await writeFile(join(folder, 'src', 'add.ts'), 'export {}')
  await writeFile(join(folder, 'a b.txt'), 'spaces')
  await writeFile(join(folder, 'photo.png'), samplePng(3, 2, 1))
  await writeFile(join(directory, 'secret.txt'), 'secret')
  await symlink(join(directory, 'secret.txt'), join(folder, 'link.txt'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const prompt = (text: string): RunScript => ({ text, asText: false })

/** Returns the names of the files of each script, or the error text. */
async function attached(scripts: readonly RunScript[], ...attach: readonly string[]) {
  const stored: Buffer[] = []
  const storeFile: LocalApi['storeFile'] = async (name, pieces) => {
    const parts: Uint8Array[] = []
    for await (const piece of pieces) parts.push(piece)
    const bytes = Buffer.concat(parts)
    stored.push(bytes)
    const facts = { sha256: sha256Of(bytes), media_type: 'text/plain', kind: 'text', bytes: bytes.length } as const
    return ok(attachmentOf(facts, name))
  }
  const found = await withAttachedFiles(scripts, { attach, folder }, createFakeEngine({}, { storeFile }))
  if (!found.ok) return { error: found.error.message, stored }
  return { names: found.value.map(({ attachments = [] }) => attachments.map(({ name }) => name)), stored }
}

describe('files of a run', () => {
  it('go with the first prompt, not with a command before it', async () => {
    const { names } = await attached([prompt('/mark A'), prompt('Look'), prompt('Again')], 'src/add.ts', 'a b.txt')
    expect(names).toEqual([[], ['add.ts', 'a b.txt'], []])
  })

  it('are named in a prompt with @, each once, with or without punctuation behind it', async () => {
    const text = 'Compare @src/add.ts, @"a b.txt" and (@src/add.ts). Mail me@photo.png, @nobody and @src'
    expect((await attached([prompt(text)])).names).toEqual([['add.ts', 'a b.txt']])
  })

  it('are never taken from outside the folder, through a link or by the text of stdin', async () => {
    const outside = `@../secret.txt @${directory}/secret.txt @link.txt @~/.bashrc`
    expect((await attached([prompt(outside), { text: '@src/add.ts', asText: true }])).names).toEqual([[], []])
  })

  it('may be anywhere with --attach, where the user names them', async () => {
    expect((await attached([prompt('Look')], '../secret.txt')).names).toEqual([['secret.txt']])
  })

  it('lose the metadata of pictures', async () => {
    const { stored } = await attached([prompt('Look at @photo.png')])
    expect(stored.map((bytes) => bytes.includes('seed'))).toEqual([false])
  })

  it.each([
    ['gone.txt', /gone\.txt cannot be attached: ENOENT/],
    ['src', /src cannot be attached: it is not a file\./],
  ])('are refused where --attach names %s', async (path, message) => {
    expect((await attached([prompt('Look')], path)).error).toMatch(message)
  })

  it('are refused without a prompt', async () => {
    expect((await attached([prompt('/mark A')], 'a b.txt')).error).toBe('There is no prompt to attach the files to.')
  })
})
