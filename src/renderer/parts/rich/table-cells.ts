import { csvLine } from '../../../shared/csv.ts'
import { treeText, type TreeNode } from './tree-node.ts'

/** The text of a table, by rows; the first one is the header. */
export type TableText = readonly (readonly string[])[]

/** A number with sign, thousands separators, decimals, a currency and a unit or per cent, or a dash for none. */
const NUMBER =
  /^(?:[-–—]|[-+−±~≈<>≤≥]?\s?[$€£¥]?\s?\d[\d.,'’_\u0020\u00a0\u2009\u202f]*(?:e[-+]?\d+)?\s?(?:%|‰|×|[€£¥]|[a-zµ°]{1,4}(?:\/[a-z]{1,4})?)?)$/i

/** Cells with more text are given room for several words in a line. UTF-16 units. */
const LONG = 24

/**
 * Marks the cells of numeric columns and long ones, keeps an alignment that the text demands as `data-align`, and marks
 * words that the browser would break at their hyphens.
 */
export function markTable(table: TreeNode): void {
  const rows = rowsOf(table)
  const isNumeric = numericColumns(rows.slice(1).map((row) => row.map(treeText)))
  for (const [number, row] of rows.entries())
    for (const [index, cell] of row.entries()) {
      const { align, ...properties } = cell.properties ?? {}
      const numeric = isNumeric[index] === true
      const side = align ?? (numeric ? 'right' : undefined)
      cell.properties = {
        ...properties,
        ...(side === undefined ? {} : { dataAlign: side }),
        ...(numeric && number > 0 ? { dataNumeric: 'true' } : {}),
        ...(treeText(cell).length > LONG ? { dataLong: 'true' } : {}),
      }
      keepWords(cell)
    }
}

/** A word with a hyphen or a slash inside. Longer ones are addresses, which may be broken. */
const HYPHENATED = /((?<!\S)(?=\S{3,40}(?!\S))\S+[-–/]\S+)/

function keepWords(node: TreeNode): void {
  if (node.tagName === 'code') return
  node.children = (node.children ?? []).flatMap((child) => {
    if (child.type === 'text') return wholeWords(child)
    if (child.children !== undefined) keepWords(child)
    return [child]
  })
}

function wholeWords(text: TreeNode): TreeNode[] {
  const parts = (text.value ?? '').split(HYPHENATED)
  if (parts.length === 1) return [text]
  // The separators that were captured are at the odd places.
  const nodes = parts.map((value, index): TreeNode => {
    const part = { type: 'text', value }
    return index % 2 === 0
      ? part
      : { type: 'element', tagName: 'span', properties: { dataWhole: 'true' }, children: [part] }
  })
  return nodes.filter(({ value }) => value !== '')
}

/** Returns which columns have numbers only, apart from empty cells. */
export function numericColumns(body: TableText): readonly boolean[] {
  const width = Math.max(0, ...body.map((row) => row.length))
  return Array.from({ length: width }, (_, column) => {
    const filled = body.map((row) => (row[column] ?? '').trim()).filter((text) => text !== '')
    return filled.some((text) => /\d/.test(text)) && filled.every((text) => NUMBER.test(text))
  })
}

/** Cells of tables that are drawn in one text. More of them take noticeably long. */
const MAX_CELLS = 1_000

/** Leaves the first rows of tables with many cells. The others are kept as text, for `tableText`. */
export function cutTables(root: TreeNode): void {
  let left = MAX_CELLS
  const cut = (node: TreeNode): void => {
    if (node.tagName === 'table') left = Math.max(0, left - cutTable(node, left))
    else node.children?.forEach(cut)
  }
  cut(root)
}

/** Returns how many cells the table has then. */
function cutTable(table: TreeNode, most: number): number {
  const width = Math.max(1, rowsOf(table)[0]?.length ?? 1)
  const body = table.children?.find(({ tagName }) => tagName === 'tbody')
  const lines = body?.children?.filter(({ tagName }) => tagName === 'tr') ?? []
  const shown = Math.min(lines.length, Math.max(1, Math.floor(most / width)))
  if (body !== undefined && shown < lines.length) {
    table.rest = lines.slice(shown).flatMap(rowTexts)
    body.children = lines.slice(0, shown)
  }
  return shown * width
}

/** Adds rows that are not drawn to the first table of a tree. */
export function addUndrawnRows(root: TreeNode, rows: TableText): void {
  const table = root.tagName === 'table' ? root : root.children?.find(({ tagName }) => tagName === 'table')
  if (table !== undefined) table.rest = [...(table.rest ?? []), ...rows]
}

/** Returns how many rows of a table are not drawn. */
export function undrawnRows({ rest = [] }: TreeNode): number {
  return rest.length
}

export function tableText(table: TreeNode): TableText {
  return [...rowTexts(table), ...(table.rest ?? [])]
}

function rowTexts(table: TreeNode): TableText {
  return rowsOf(table).map((row) => row.map((cell) => treeText(cell).trim()))
}

export function tableAsCsv(rows: TableText): string {
  return rows.map(csvLine).join('')
}

/** Returns a table of GitHub's Markdown. */
export function tableAsMarkdown(rows: TableText): string {
  const [header = [], ...body] = rows
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const escaped = (row: readonly string[]) =>
    row.map((text) => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' '))
  return (
    [line(escaped(header)), line(header.map(() => '---')), ...body.map((row) => line(escaped(row)))].join('\n') + '\n'
  )
}

function rowsOf(node: TreeNode): readonly (readonly TreeNode[])[] {
  if (node.tagName === 'tr')
    return [(node.children ?? []).filter(({ tagName }) => tagName === 'td' || tagName === 'th')]
  return (node.children ?? []).flatMap(rowsOf)
}
