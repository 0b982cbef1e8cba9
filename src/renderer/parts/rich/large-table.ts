import type { TableText } from './table-cells.ts'

/** Rows that are parsed of a table for whose whole the time was not enough. */
const ROWS = 200
const DELIMITERS = /^ {0,3}\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/

/** The first rows of a table as Markdown, and the texts of the others. */
interface CutTable {
  readonly source: string
  readonly rest: TableText
}

/** Returns the parts of a block of Markdown that is one large table; null: it is something else. */
export function cutLargeTable(block: string): CutTable | null {
  const [header = '', delimiters = '', ...rows] = block.trimEnd().split(/\r\n?|\n/)
  const isTable = header.includes('|') && delimiters.includes('-') && DELIMITERS.test(delimiters)
  if (!isTable || rows.length <= ROWS || rows.some((row) => row.trim() === '')) return null
  return {
    source: [header, delimiters, ...rows.slice(0, ROWS)].join('\n'),
    rest: rows.slice(ROWS).map(cellsOf),
  }
}

function cellsOf(row: string): readonly string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))
}
