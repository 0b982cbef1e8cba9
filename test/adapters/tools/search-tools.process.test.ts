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
      {
        content: 'No matches in 4 files. Not searched: 1 file that .gitignore names (include_ignored).',
        isError: false,
      },
    ])
  })

  it('says what is wrong with an expression', async () => {
    const outcome = await grep({ pattern: '(unclosed' })
    expect(outcome.isError).toBe(true)
    expect(outcome.content).toContain('unclosed group')
  })
})

describe('names that look like patterns', { timeout: TIMEOUT_MS }, () => {
  const NAMES = [
    'app/[id]/page.tsx',
    'app/[...slug]/page.tsx',
    'app/[[...all]]/page.tsx',
    'app/(group)/{a,b}.tsx',
    'what?.txt',
    'star*.txt',
    '!important.txt',
    '-dash.txt',
    'back\\slash.txt',
    'with space.txt',
    'line\nend.txt',
    '#hash.txt',
    '~tilde.txt',
  ]

  beforeEach(async () => {
    for (const name of NAMES) {
      await mkdir(join(space.folder, name, '..'), { recursive: true })
      await writeFile(join(space.folder, name), 'unique\n')
    }
  })

  it.each(NAMES)('%j is found by its path and its name, and searched', async (name) => {
    const shown = name.includes('\n') ? JSON.stringify(name) : name
    expect((await glob({ pattern: name })).content.split('\n')).toContain(shown)
    expect((await glob({ pattern: name.slice(name.lastIndexOf('/') + 1) })).content.split('\n')).toContain(shown)
    const searched = await grep({ pattern: 'unique', path: name })
    expect(searched).toEqual({ content: `${join(space.folder, name)}:1:unique`, isError: false })
  })

  it.each([
    ['app/[id]/*.tsx', ['app/[id]/page.tsx']],
    ['app/\\[id\\]/*', ['app/[id]/page.tsx']],
    ['**/[[...all]]/**', ['app/[[...all]]/page.tsx']],
    ['[bs].ts', ['b.ts']],
    ['{b,c}.ts', ['b.ts']],
    ['src/', ['src/a.ts']],
    ['./src/*.ts', ['src/a.ts']],
  ])('%s lists what is there', async (pattern, names) => {
    expect(await glob({ pattern })).toEqual({ content: [`In ${space.folder}:`, ...names].join('\n'), isError: false })
  })

  it('takes an absolute pattern inside the folder, and refuses one outside', async () => {
    expect((await glob({ pattern: `${space.folder}/src/*.ts` })).content).toContain('src/a.ts')
    expect(await glob({ pattern: '/elsewhere/*.ts' })).toEqual({
      content: 'The pattern /elsewhere/*.ts is absolute. Give the folder as path, and the pattern relative to it.',
      isError: true,
    })
  })

  it.each(['[id]/page.tsx', 'app/[id]/*'])('grep reads the glob %s as a name too', async (wanted) => {
    await writeFile(join(space.folder, '[id].txt'), 'unique\n')
    expect((await grep({ pattern: 'unique', glob: wanted.includes('*') ? wanted : '[id].txt' })).content).toContain(
      '[id]',
    )
  })
})

describe('a search that finds nothing', { timeout: TIMEOUT_MS }, () => {
  beforeEach(async () => {
    await mkdir(join(space.folder, 'dist'))
    await mkdir(join(space.folder, 'empty'))
    await writeFile(join(space.folder, '.gitignore'), 'ignored.ts\ndist/\n')
    await writeFile(join(space.folder, 'dist', 'out.js'), 'needle')
    await mkdir(join(space.folder, '.notes'))
    await mkdir(join(space.folder, '.ci'))
    await writeFile(join(space.folder, '.notes', 'plan.txt'), 'plan')
    await writeFile(join(space.folder, '.ci', 'a.yml'), 'a')
    await writeFile(join(space.folder, '.ci', 'b.yml'), 'b')
  })

  it.each([
    [
      { pattern: 'absent' },
      /^No matches in 7 files\. Not searched: 2 files that \.gitignore names \(include_ignored\)\.$/,
    ],
    [{ pattern: 'absent', include_ignored: true }, /^No matches in 9 files\.$/],
    [{ pattern: 'absent', path: 'src' }, /^No matches in 1 file\.$/],
    [{ pattern: 'absent', path: 'b.ts' }, /^No matches in 1 file\.$/],
    [{ pattern: 'needle', glob: '*.js' }, /^Nothing was searched: \.gitignore names the only file there/],
    [{ pattern: 'needle', glob: '*.py' }, /^Nothing was searched: no file in .* matches the glob \*\.py\.$/],
    [{ pattern: 'needle', path: 'empty' }, /^Nothing was searched: there are no files in .*empty\.$/],
    [{ pattern: 'absent', path: 'dist', include_ignored: true }, /^No matches in 1 file\.$/],
  ])('by grep %j says what was searched', async (args, words) => {
    expect(await grep(args)).toEqual({ content: expect.stringMatching(words), isError: false })
  })

  it.each([
    [{ pattern: '*.js' }, /\.gitignore names one that does: set include_ignored/],
    [{ pattern: '*.py' }, /^No files match in \S*\.$/],
    [{ pattern: '**/plan.txt' }, /One file does whose path has a name that begins with a dot/],
    [{ pattern: 'plan.txt' }, /\.notes\/plan\.txt$/],
    [{ pattern: '**/*.y?l' }, /2 files do whose paths have a name that begins with a dot/],
    [{ pattern: 'ci/*.yml' }, /2 files do whose paths have/],
    [{ pattern: 'src' }, /src is a folder: 'src\/\*\*' lists what is in it\.$/],
    [{ pattern: 'src/' }, /src\/a\.ts$/],
    [{ pattern: './empty' }, /is a folder/],
    [{ pattern: 'dist' }, /dist is a folder/],
    [{ pattern: '.notes/**/*.txt' }, /\.notes\/plan\.txt$/],
    [{ pattern: '*.txt', path: '.notes' }, /plan\.txt$/],
  ])('by glob %j says what was left out', async (args, words) => {
    expect((await glob(args)).content).toMatch(words)
  })

  it.each([
    [{ pattern: '(' }, /unclosed group/],
    [{ pattern: 'needle', path: 'B.ts' }, /does not exist\. There is .*b\.ts/],
    [{ pattern: 'needle', glob: '[' }, /unclosed character class/],
  ])('by grep %j is an error', async (args, words) => {
    expect(await grep(args)).toEqual({ content: expect.stringMatching(words), isError: true })
  })

  it('by glob in a file is an error', async () => {
    expect(await glob({ pattern: '*', path: 'b.ts' })).toEqual({
      content: `${join(space.folder, 'b.ts')} is a file, not a folder. Leave path away, or give its folder.`,
      isError: true,
    })
  })
})
