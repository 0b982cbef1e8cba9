import { applyEdits, findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser'
import type { Edit, Node } from 'jsonc-parser'

import { isJsonObject } from '../../../shared/json.ts'
import { setInJson } from './edit-json.ts'

/**
 * Returns the text with a row of a list at the top of the file set, by the row's name; undefined removes it. Other rows,
 * also those that cannot be used, and comments keep their bytes. `nameOf`: returns the name of a row as it is in the file.
 */
export function setRow(
  text: string,
  { key, name, nameOf }: { readonly key: string; readonly name: string; readonly nameOf: (row: object) => string },
  value: unknown,
): string {
  const root = parseTree(text)
  const list = root === undefined ? undefined : findNodeAtLocation(root, [key])
  if (list?.type !== 'array' || list.children === undefined || list.children.length === 0)
    return value === undefined ? text : setInJson(text, [key], [value])
  const rows = list.children
  const index = rows.findIndex((row) => {
    const content: unknown = getNodeValue(row)
    return isJsonObject(content) && nameOf(content) === name
  })
  const found = rows[index]
  if (value === undefined) return found === undefined ? text : applyEdits(text, removal(rows, index))
  const last = rows.at(-1)
  const content = rendered(text, found ?? last, value)
  if (found !== undefined) return applyEdits(text, [{ offset: found.offset, length: found.length, content }])
  const end = (last?.offset ?? 0) + (last?.length ?? 0)
  return applyEdits(text, [{ offset: end, length: 0, content: `,${spaceBefore(text, last)}${content}` }])
}

/** The row with the comma behind it, or the one before it if it is the last row. */
function removal(rows: readonly Node[], index: number): Edit[] {
  const row = rows[index]
  const previous = rows[index - 1]
  const next = rows[index + 1]
  if (row === undefined) return []
  if (next !== undefined) return [{ offset: row.offset, length: next.offset - row.offset, content: '' }]
  const start = previous === undefined ? row.offset : previous.offset + previous.length
  return [{ offset: start, length: row.offset + row.length - start, content: '' }]
}

/** On several lines, indented like the row in whose place or behind which it comes, if that begins a line. */
function rendered(text: string, beside: Node | undefined, value: unknown): string {
  const space = spaceBefore(text, beside)
  if (!space.includes('\n')) return JSON.stringify(value)
  const indentation = space.slice(space.lastIndexOf('\n') + 1)
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indentation}`)
}

function spaceBefore(text: string, row: Node | undefined): string {
  const before = /\s*$/.exec(text.slice(0, row?.offset ?? 0))?.[0] ?? ''
  return before === '' ? ' ' : before
}
