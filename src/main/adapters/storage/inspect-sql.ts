import { ok, refuse, type Result } from '../../../shared/result.ts'

/** The names in a query, which decide whether it may run. */
export interface InspectedSql {
  /** Without a final semicolon. */
  readonly query: string
  /**
   * All identifiers and keywords: functions, columns, tables. Unquoted ones in lower case, as PostgreSQL reads them.
   */
  readonly names: ReadonlySet<string>
  /** The first word, as in `names`. */
  readonly first: string
}

/** Statements that return rows and have no other effect. */
const QUERIES: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table', 'explain'])

/**
 * Statements with effects that EXPLAIN accepts. PostgreSQL 18 carries out EXPLAIN ANALYZE CREATE TABLE even in a
 * read-only transaction.
 */
const EXPLAINED = ['create', 'refresh', 'execute', 'declare', 'insert', 'update', 'delete', 'merge'] as const

/**
 * The lexical parts of SQL as PostgreSQL reads them with `standard_conforming_strings` (its manual, § Lexical
 * Structure). Strings with escapes (`E'…'`, `U&'…'`, `U&"…"`) are not among them: they could make text look like code
 * or code like text.
 */
const TOKENS = {
  space: /[ \t\n\r\f\v]+|--[^\n\r]*/y,
  dollar: /\$(?:[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)?\$/y,
  string: /'(?:[^']|'')*'/y,
  quoted: /"((?:[^"]|"")*)"/y,
  word: /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y,
  number: /\$?[0-9]+/y,
} as const

/** Letters that change the meaning of a string that begins directly after them. */
const ESCAPING: ReadonlySet<string> = new Set(['e', 'u'])

const ESCAPES = "Strings with escapes (E'…', U&'…') are not allowed here: write the characters themselves."
const MANY = 'Only one query at a time.'

/** Returns the names in a query, or refuses a text that is not exactly one query. */
export function inspectSql(text: string): Result<InspectedSql> {
  if (text.includes('\0')) return refuse('The query contains a null character.')
  const scanner = new Scanner(text)
  const names = new Set<string>()
  let first = ''
  let end = text.length
  while (!scanner.isAtEnd()) {
    const part = scanner.next()
    if (part.type === 'problem') return refuse(part.text)
    if (part.type === 'space') continue
    if (end < text.length) return refuse(MANY)
    if (part.type === 'other' && part.text === ';') end = scanner.position - 1
    if (part.type === 'name') {
      names.add(part.text)
      first ||= part.text
    } else if (part.text !== '(') first ||= part.text
  }
  const isExplained = first === 'explain' && EXPLAINED.some((name) => names.has(name))
  if (!QUERIES.has(first) || isExplained)
    return refuse('Only queries are allowed: SELECT, WITH, VALUES, TABLE or EXPLAIN.')
  return ok({ query: text.slice(0, end), names, first })
}

interface Part {
  readonly type: 'space' | 'name' | 'text' | 'other' | 'problem'
  readonly text: string
}

class Scanner {
  readonly #text: string
  position = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.position >= this.#text.length
  }

  next(): Part {
    if (this.#take(TOKENS.space) !== null) return { type: 'space', text: ' ' }
    if (this.#text.startsWith('/*', this.position)) return this.#comment()
    const tag = this.#take(TOKENS.dollar)
    if (tag !== null) return this.#until(tag[0])
    if (this.#take(TOKENS.string) !== null) return { type: 'text', text: "'" }
    const quoted = this.#take(TOKENS.quoted)
    if (quoted !== null) return { type: 'name', text: (quoted[1] ?? '').replaceAll('""', '"') }
    const word = this.#take(TOKENS.word)
    if (word !== null) return this.#word(word[0])
    if (this.#take(TOKENS.number) !== null) return { type: 'text', text: '0' }
    const other = this.#text.charAt(this.position++)
    return other === "'" || other === '"' ? problem('A string or a name does not end.') : { type: 'other', text: other }
  }

  #word(word: string): Part {
    const next = this.#text.slice(this.position, this.position + 2)
    const lower = word.toLowerCase()
    const isEscaping = ESCAPING.has(lower) && (next.startsWith("'") || /^&['"]/.test(next))
    return isEscaping ? problem(ESCAPES) : { type: 'name', text: lower }
  }

  /** Comments nest. */
  #comment(): Part {
    let depth = 0
    const mark = /\/\*|\*\//y
    while (!this.isAtEnd()) {
      const found = this.#take(mark)
      if (found === null) this.position += 1
      else depth += found[0] === '/*' ? 1 : -1
      if (depth === 0) return { type: 'space', text: ' ' }
    }
    return problem('A comment does not end.')
  }

  #until(tag: string): Part {
    const end = this.#text.indexOf(tag, this.position)
    if (end < 0) return problem('A string does not end.')
    this.position = end + tag.length
    return { type: 'text', text: '$' }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.#text)
    if (found !== null) this.position = pattern.lastIndex
    return found
  }
}

function problem(text: string): Part {
  return { type: 'problem', text }
}
