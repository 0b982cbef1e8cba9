import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { globTool } from '../../../src/main/adapters/tools/glob-tool.ts'
import { grepTool } from '../../../src/main/adapters/tools/grep-tool.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tool-folder.ts'

let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
  await mkdir(join(space.folder, '.git'))
  await mkdir(join(space.folder, 'src'))
  await symlink(space.outside, join(space.folder, 'linked'))
  await Promise.all([
    writeFile(join(space.folder, '.git', 'config'), 'needle'),
    writeFile(join(space.folder, '.gitignore'), 'ignored.ts\n'),
    writeFile(join(space.folder, 'ignored.ts'), 'needle'),
    writeFile(join(space.folder, 'b.ts'), 'first\nneedle here\nlast\n'),
    writeFile(join(space.folder, 'src', 'a.ts'), 'Needle (a+b)\n'),
    writeFile(join(space.folder, 'binary'), Buffer.from('needle\0')),
    writeFile(join(space.outside, 'secret.ts'), 'needle'),
  ])
})
afterEach(() => space.remove())

const glob = (args: { pattern: string; path?: string; include_ignored?: boolean }) =>
  runTool(globTool(space.context), args)
const grep = (args: Parameters<typeof runTool>[1]) => runTool(grepTool(space.context), args)

/** They start programs, which takes its time on a busy machine. */
const TIMEOUT_MS = 60_000

describe('glob', { timeout: TIMEOUT_MS }, () => {
  it('lists what matches, sorted, without ignored files and without following links', async () => {
    expect([
      await glob({ pattern: '*.ts' }),
      await glob({ pattern: 'src/**' }),
      await glob({ pattern: '*.md' }),
    ]).toEqual([
      { content: `In ${space.folder}:\nb.ts\nsrc/a.ts`, isError: false },
      { content: `In ${space.folder}:\nsrc/a.ts`, isError: false },
      { content: `No files match in ${space.folder}.`, isError: false },
    ])
  })

  it('lists ignored files when told to', async () => {
    expect((await glob({ pattern: '*.ts', include_ignored: true })).content).toContain('ignored.ts')
  })

  it('never takes a pattern for an option', async () => {
    expect(await glob({ pattern: '--hidden' })).toEqual({
      content: `No files match in ${space.folder}.`,
      isError: false,
    })
  })

  it('ends with words when its pattern takes for ever, and does not stop the event loop', async () => {
    await writeFile(join(space.folder, `${'a'.repeat(200)}b.ts`), '')
    const pattern = `${'*a'.repeat(40)}c`
    const order: string[] = []
    const listed = runTool(globTool(space.context, 50), { pattern }).then((outcome) => {
      order.push('listed')
      return outcome
    })
    await readFile(join(space.folder, '.gitignore'))
    order.push('free')
    expect(await listed).toEqual({
      content: 'The pattern takes too long to match. Use a simpler one, with fewer wildcards.',
      isError: true,
    })
    expect(order).toEqual(['free', 'listed'])
  })

  it('says that a folder is missing', async () => {
    expect((await glob({ pattern: '*', path: 'nowhere' })).isError).toBe(true)
  })
})

describe('grep', { timeout: TIMEOUT_MS }, () => {
  it('finds lines by a regular expression, sorted by path', async () => {
    expect(await grep({ pattern: '[Nn]eedle' })).toEqual({
      content: `${space.folder}/b.ts:2:needle here\n${space.folder}/src/a.ts:1:Needle (a+b)`,
      isError: false,
    })
  })

  it('takes plain text, other cases, some files and the lines around', async () => {
    expect([
      await grep({ pattern: '(a+b)', literal: true }),
      await grep({ pattern: 'NEEDLE', ignore_case: true, glob: 'b.*', context: 1 }),
      await grep({ pattern: 'needle', glob: '*.ts' }),
      await grep({ pattern: 'eedle', glob: 'src/*', files_only: true }),
      await grep({ pattern: 'eedle', glob: '!b.ts', path: '.', files_only: true }),
      await grep({ pattern: 'absent' }),
    ]).toEqual([
      { content: `${space.folder}/src/a.ts:1:Needle (a+b)`, isError: false },
      {
        content: `${space.folder}/b.ts-1-first\n${space.folder}/b.ts:2:needle here\n${space.folder}/b.ts-3-last`,
        isError: false,
      },
      { content: `${space.folder}/b.ts:2:needle here`, isError: false },
      { content: `${space.folder}/src/a.ts`, isError: false },
      { content: `${space.folder}/src/a.ts`, isError: false },
      { content: 'No matches.', isError: false },
    ])
  })

  it('says what is wrong with an expression', async () => {
    const outcome = await grep({ pattern: '(unclosed' })
    expect(outcome.isError).toBe(true)
    expect(outcome.content).toContain('unclosed group')
  })
})
