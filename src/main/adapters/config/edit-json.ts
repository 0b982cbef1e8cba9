import { applyEdits, findNodeAtLocation, parseTree } from 'jsonc-parser'
import type { Edit, Node } from 'jsonc-parser'

/** A JSON text with comments, and its formatting. */
interface Source {
  readonly text: string
  /** One step of indentation. */
  readonly indent: string
  readonly endOfLine: string
}

/**
 * Returns the text with `value` at `path`, creating objects as needed; undefined removes the key. Every other byte is
 * kept, including comments. (The library's own `modify` formats the whole line, and drops comments next to a removed
 * key.)
 */
export function setInJson(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text)
  if (root === undefined) return text
  const endOfLine = text.includes('\r\n') ? '\r\n' : '\n'
  const source = { text, indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ', endOfLine }
  const found = findNodeAtLocation(root, [...path])
  if (value !== undefined)
    return applyEdits(text, found ? [replacement(source, found, value)] : addition(source, root, path, value))
  return found?.parent === undefined ? text : applyEdits(text, removal(source, found.parent))
}

function replacement(source: Source, { offset, length }: Node, value: unknown): Edit {
  return { offset, length, content: rendered(source, value, indentationAt(source.text, offset)) }
}

/** Adds the key to the innermost object of `path` that exists. */
function addition(source: Source, root: Node, path: readonly string[], value: unknown): Edit[] {
  const known = path.findLastIndex((_, index) => findNodeAtLocation(root, path.slice(0, index)) !== undefined)
  const parent = findNodeAtLocation(root, path.slice(0, known)) ?? root
  const key = path[known] ?? ''
  const wrapped = path.slice(known + 1).reduceRight((inner: unknown, name) => ({ [name]: inner }), value)
  if (parent.type !== 'object') return [replacement(source, parent, { [key]: wrapped })]
  return parent.children?.length ? addLast(source, parent, key, wrapped) : addOnly(source, parent, key, wrapped)
}

function addLast(source: Source, { offset, children = [] }: Node, key: string, value: unknown): Edit[] {
  const { text, endOfLine } = source
  const [first, last] = [children[0], children.at(-1)]
  if (first === undefined || last === undefined) return []
  const end = last.offset + last.length
  if (!text.slice(offset, first.offset).includes('\n')) {
    return [insertion(end, `, ${JSON.stringify(key)}: ${JSON.stringify(value)}`)]
  }
  const indentation = indentationAt(text, first.offset)
  const property = `${JSON.stringify(key)}: ${rendered(source, value, indentation)}`
  return [insertion(end, ','), insertion(endOfComments(text, end), `${endOfLine}${indentation}${property}`)]
}

function addOnly(source: Source, object: Node, key: string, value: unknown): Edit[] {
  const { text, indent, endOfLine } = source
  const close = object.offset + object.length - 1
  const outer = indentationAt(text, object.offset)
  const property = `${indent}${JSON.stringify(key)}: ${rendered(source, value, outer + indent)}${endOfLine}${outer}`
  return [insertion(close, beginsLine(text, close) ? property : `${endOfLine}${outer}${property}`)]
}

/** Removes the property, its comma, and its line if that has no other content. */
function removal({ text }: Source, property: Node): Edit[] {
  const siblings = property.parent?.children ?? []
  const index = siblings.indexOf(property)
  const [previous, isLast] = [siblings[index - 1], index === siblings.length - 1]
  const comma = isLast ? null : commaAfter(text, property.offset + property.length)
  const end = comma === null ? property.offset + property.length : comma + 1
  const ownComma = isLast && previous ? commaAfter(text, previous.offset + previous.length) : null
  const edits = ownComma === null ? [] : [deletion(ownComma, ownComma + 1)]
  const lineEnd = endOfComments(text, end)
  if (beginsLine(text, property.offset) && /^[ \t]*\r?\n/.test(text.slice(lineEnd))) {
    const start = text.lastIndexOf('\n', property.offset) + 1
    return [...edits, deletion(start, text.indexOf('\n', lineEnd) + 1)]
  }
  const spaces = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0
  return [...edits, deletion(ownComma === null ? property.offset : ownComma + 1, isLast ? end : end + spaces)]
}

function insertion(offset: number, content: string): Edit {
  return { offset, length: 0, content }
}

function deletion(start: number, end: number): Edit {
  return { offset: start, length: end - start, content: '' }
}

/** Returns the value on several lines if it is an object or a list, indented like its first line. */
function rendered({ indent, endOfLine }: Source, value: unknown, indentation: string): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `${endOfLine}${indentation}`)
}

function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''
}

function beginsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === ''
}

/** Returns the end of the comments that follow on the same line; `offset` if there are none. */
function endOfComments(text: string, offset: number): number {
  return offset + (/^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^]*?\*\/))*/.exec(text.slice(offset))?.[0].length ?? 0)
}

/** Returns the offset of the comma after a property; null: there is none. */
function commaAfter(text: string, offset: number): number | null {
  const upTo = /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*,/.exec(text.slice(offset))
  return upTo === null ? null : offset + upTo[0].length - 1
}
