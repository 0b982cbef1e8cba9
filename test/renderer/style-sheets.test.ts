import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { expect, it } from 'vitest'

const RENDERER = resolve(import.meta.dirname, '../../src/renderer')
const read = (path: string): string => readFileSync(join(RENDERER, path), 'utf8')

/** Every import of a style sheet: who imports which sheet, and under which name. */
const imports = globSync('**/*.tsx', { cwd: RENDERER }).flatMap((file) =>
  [...read(file).matchAll(/import (\w+) from '([^']+[.]module[.]css)'/g)].map(([, name = '', path = '']) => ({
    file,
    name,
    sheet: relative(RENDERER, resolve(RENDERER, dirname(file), path)),
  })),
)

it('uses only classes that the sheets have', () => {
  const missing = imports.flatMap(({ file, name, sheet }) => {
    const css = read(sheet)
    const used = read(file).matchAll(new RegExp(`\\b${name}[.](\\w+)`, 'g'))
    return [...used]
      .filter(([, used = '']) => !new RegExp(`[.]${used}(?!\\w)`).test(css))
      .map(([use]) => `${file}: ${use}`)
  })
  expect(missing).toEqual([])
})

it('lets no folder use the sheet of another, except those of parts', () => {
  const foreign = imports.filter(({ file, sheet }) => ![dirname(file), 'parts'].includes(dirname(sheet)))
  expect(foreign).toEqual([])
})

it('has a sheet for each subject: none is longer than 250 lines', () => {
  const lengths = globSync('**/*.css', { cwd: RENDERER }).map((sheet) => ({
    sheet,
    lines: read(sheet).split('\n').length,
  }))
  expect(lengths.filter(({ lines }) => lines > 250)).toEqual([])
})

it('places by the direction of the text, except where something is centred or follows the pointer', () => {
  const physical =
    /(?:^|[\s;{])((?:margin|padding|border|scroll-\w+)-(?:left|right)|left|right)\b[\w-]*:(?! 50%)|(?:align|float|clear): (?:left|right)/
  // The columns of a table are aligned to the side that Markdown names, and numbers to the right.
  const sheets = globSync('**/*.css', { cwd: RENDERER }).filter((sheet) => !sheet.endsWith('table-view.module.css'))
  const found = sheets.flatMap((sheet) =>
    read(sheet)
      .split('\n')
      .filter((line) => physical.test(line))
      .map((line) => `${sheet}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

it('uses only properties that a sheet or a component sets', () => {
  const sheets = globSync('**/*.css', { cwd: RENDERER }).map(read)
  const code = globSync('**/*.{ts,tsx}', { cwd: RENDERER }).map(read)
  const set = new Set([
    // Base UI sets these.
    '--anchor-width',
    '--available-height',
    ...sheets.flatMap((css) => [...css.matchAll(/(?<![\w-])(--[\w-]+):/g)].map(([, name]) => name)),
    ...code.flatMap((text) => [...text.matchAll(/'(--[\w-]+)'/g)].map(([, name]) => name)),
  ])
  const used = sheets.flatMap((css) => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  expect([...new Set(used)].filter((name) => !set.has(name))).toEqual([])
})
