import { expect, it } from 'vitest'

import { createMarkdownParser } from '../../../../src/renderer/parts/markdown-parser.ts'
import { parseMarkdown } from '../../../../src/renderer/parts/markdown-tree.ts'
import { cutLargeTable } from '../../../../src/renderer/parts/rich/large-table.ts'
import { tableText, undrawnRows } from '../../../../src/renderer/parts/rich/table-cells.ts'

const ROWS = 5_000
const row = (index: number): string => `| ${index} | a \\| b | ${index * 7} |`
const TABLE = ['| n | name | value |', '|---|:-:|--:|', ...Array.from({ length: ROWS }, (_, index) => row(index))].join(
  '\n',
)

/** Parses only what is short, as a worker with little time does. */
const slow = {
  ask: async (source: string) => (source.length > 10_000 ? null : { tree: parseMarkdown(source) }),
}

it('draws the first rows of a table that is too large to be parsed, and keeps the others', async () => {
  const tree = await createMarkdownParser(slow).parse(TABLE, new AbortController().signal)
  const table = tree?.children.find((node) => 'tagName' in node && node.tagName === 'table')
  if (table === undefined || !('tagName' in table)) throw new Error('There is no table')
  expect(undrawnRows(table)).toBe(ROWS - 200)
  expect(tableText(table)).toHaveLength(ROWS + 1)
  expect(tableText(table).at(-1)).toEqual(['4999', 'a | b', '34993'])
})

it.each([
  ['prose', 'One | two\nthree'],
  ['a small table', TABLE.slice(0, 200)],
  ['a table with a paragraph', `${TABLE}\n\nAnd so on.`],
])('leaves %s alone', (_, block) => expect(cutLargeTable(block)).toBeNull())
