import { expect, test } from 'vitest'

import { describeFigures, type SourceFile, sourceFigures } from '../../scripts/figures.ts'

/** The values of figures, by name. */
function figures(files: readonly SourceFile[]): Readonly<Record<string, number>> {
  return Object.fromEntries(sourceFigures(files).map(({ name, value }) => [name, value]))
}

const source = (text: string, path = 'src/main/one.ts') => ({ path, text })
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `const line${at} = ${at}\n`).join('')

test('counts files and lines of src alone', () => {
  const files = [1, 3, 301].map((count) => source(numbered(count), `src/shared/of-${count}.ts`))
  expect(figures([...files, source(numbered(500), 'test/long.test.ts')])).toMatchObject({
    'TypeScript files in src': 3,
    'lines of src': 305,
    'lines of a file, median': 3,
    'lines of a file, longest': 301,
    'files over 300 lines': 1,
  })
})

test.each([
  ['…Dependencies, …Options, …Parts, …Facts types', 'interface TurnDependencies {}\nexport type TurnOptions = {}\n', 2],
  ['…Dependencies, …Options, …Parts, …Facts types', 'interface RaceParts {}\nconst options: TurnOptions = {}\n', 1],
  ['…Dependencies, …Options, …Parts, …Facts types', 'interface OptionsPage {}\n', 0],
  ['…Dependencies, …Options, …Parts, …Facts types', "import {\n  type Options,\n} from './options.ts'\n", 0],
  ['…Dependencies, …Options, …Parts, …Facts types', "import { type TurnOptions } from './turn-options.ts'\n", 0],
  ['…Dependencies, …Options, …Parts, …Facts types', 'type Facts = string\ninterface Dependencies {}\n', 2],
  ['Pick<', "type A = Pick<B, 'c'> & Pick<D, 'e'>\n", 2],
  ['Pick<', "type A = Picked<B>\ntype C = Omit<D, 'e'>\n", 0],
  ['conditional spreads', 'const a = { ...(b !== undefined && { b }) }\n', 1],
  ['conditional spreads', 'const a = { ...(found(b) && { b }), ...(c && { c }) }\n', 2],
  ['conditional spreads', 'const a = { ...b, c: d && { e } }\n', 0],
  ['methods named of', 'class A {\n  of(id: string) {}\n  async of(id: string) {}\n}\n', 2],
  ['methods named of', 'for (const a of b) c.of(a)\n', 0],
])('%s in %j: %i', (name, text, expected) => {
  expect(figures([source(text)])).toMatchObject({ [name]: expected })
})

test.each([
  ['const a = b as Agent', 1],
  ['const a = { b } as const', 0],
  ["import { a as b } from './c.ts'", 0],
  ['// as a user', 0],
  ["it('says this as text', () => {})", 0],
  ['const a = `this as text`', 0],
  ['const a = sql`select 1 as one`', 0],
  ['const a = b as unknown as C', 2],
  ['/** The same as before. */', 0],
])('as in tests in %j: %i', (text, expected) => {
  expect(figures([source(`${text}\n`, 'test/one.test.ts')])).toMatchObject({ 'as in tests': expected })
})

test('counts each pair of equal runs in tests once, however long they are', () => {
  const files = (count: number, lines: number) =>
    Array.from({ length: count }, (_, at) => source(numbered(lines), `test/${at}.test.ts`))
  const name = 'pairs of 6 or more equal lines in tests'
  expect(figures(files(2, 5))[name]).toBe(0)
  expect(figures(files(2, 6))[name]).toBe(1)
  expect(figures(files(2, 60))[name]).toBe(1)
  expect(figures(files(4, 20))[name]).toBe(6)
})

test('finds small files that one other imports', () => {
  const leaf = source(numbered(24), 'src/main/leaf.ts')
  const user = source("import { line0 } from '../main/leaf.ts'\n", 'src/shared/user.ts')
  const name = 'files under 25 lines with one importer'
  expect(figures([leaf, user])[name]).toBe(1)
  expect(figures([leaf, user, { ...user, path: 'src/shared/other.ts' }])[name]).toBe(0)
  expect(figures([source(numbered(25), 'src/main/leaf.ts'), user])[name]).toBe(0)
})

test('says of each figure whether its goal is reached', () => {
  const table = describeFigures([
    { name: 'files', value: 3, goal: [0, 3] },
    { name: 'median', value: 60, goal: [65, 85] },
    { name: 'cycles', value: 1, goal: [0, 0] },
  ])
  expect(table.split('\n').map((line) => line.replaceAll(/ {2,}/g, '|'))).toEqual([
    'files|3|at most 3|reached',
    'median|60|65 to 85|missed',
    'cycles|1|0|missed',
  ])
})
