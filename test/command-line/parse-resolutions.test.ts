import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { resolutionsOf } from '../../src/main/command-line/parse-resolutions.ts'
import { refusalOf, valueOf } from '../support/drive-agent.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-resolve-'))
  await writeFile(join(folder, 'text'), '\uFEFFboth\r\nno end')
  await writeFile(join(folder, 'binary'), Uint8Array.of(0xff, 0xfe, 0))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('reads which side is taken, or the text of a file byte for byte', () => {
  const text = join(folder, 'text')
  expect(valueOf(resolutionsOf(['a.ts=ours', 'x=y/b.ts=theirs', `c.ts=${text}`]))).toEqual([
    { path: 'a.ts', take: 'ours' },
    { path: 'x=y/b.ts', take: 'theirs' },
    { path: 'c.ts', take: 'text', text: '\uFEFFboth\r\nno end' },
  ])
})

it.each(['a.ts', '=ours', 'a.ts=', ''])('refuses %j', (value) =>
  expect(refusalOf(resolutionsOf([value]))).toContain('--resolve takes FILE=ours'),
)

it('refuses a file that is missing or no text', () => {
  expect(refusalOf(resolutionsOf([`a.ts=${join(folder, 'missing')}`]))).toContain('cannot be read')
  expect(refusalOf(resolutionsOf([`a.ts=${join(folder, 'binary')}`]))).toContain('UTF-8')
})
