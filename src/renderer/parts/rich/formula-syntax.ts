import { BEGIN_ENVIRONMENT, environmentLength } from './formula-text.ts'

/**
 * Formulas inside a line or paragraph, as an extension of the Markdown parser: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and
 * environments. The
 * parser looks for them before it treats backslashes, asterisks and underscores, and never inside code.
 *
 * So that prices remain text, `$` opens a formula only before a character that is no space, and closes it only after
 * one, and before none that is a letter or a digit. A formula ends with its paragraph at the latest.
 */

export type Code = number | null
export type State = (code: Code) => State | undefined

/** The parts of the parser that are used here; micromark describes them in full. */
export interface Effects {
  enter(type: string): void
  exit(type: string): void
  consume(code: Code): void
}

interface Compiler {
  enter(node: object, token: object): void
  exit(token: object): void
  sliceSerialize(token: object): string
}

/** What a plugin can add to. */
export interface ParserData {
  micromarkExtensions?: unknown[]
  fromMarkdownExtensions?: unknown[]
}

/** The class of the `code` element that holds a formula, with its delimiters. */
export const FORMULA_CLASS = 'formula'

const FORMULA = 'formula'
const FORMULA_TEXT = 'formulaText'
const DOLLAR = 36
const OPENING_PARENTHESIS = 40
const CLOSING_PARENTHESIS = 41
const OPENING_BRACKET = 91
const BACKSLASH = 92
const CLOSING_BRACKET = 93
const CLOSING_BRACE = 125

/** A plugin for remark. */
export function remarkFormulas(this: { data(): object }): void {
  const data: ParserData = this.data()
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    {
      text: {
        [DOLLAR]: { name: FORMULA, tokenize: dollars },
        [BACKSLASH]: [
          { name: FORMULA, tokenize: brackets },
          { name: FORMULA, tokenize: environments },
        ],
      },
    },
  ]
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    { enter: { [FORMULA]: addFormula }, exit: { [FORMULA]: endFormula } },
  ]
}

function addFormula(this: Compiler, token: object): void {
  const value = this.sliceSerialize(token)
  this.enter({ type: 'inlineCode', value, data: { hProperties: { className: [FORMULA_CLASS] } } }, token)
}

function endFormula(this: Compiler, token: object): void {
  this.exit(token)
}

/** Tokenizes `$…$` and `$$…$$`. */
function dollars(effects: Effects, ok: State, nok: State): State {
  const { begin, keep, take, finish } = formulaToken(effects, ok)
  let last: Code = null

  const start: State = (code) => begin(code, second)
  const second: State = (code) => {
    if (code === DOLLAR) return keep(code, beforeDisplay)
    return isSpace(code) ? nok(code) : inline(code)
  }
  const beforeDisplay: State = (code) => (code === DOLLAR ? nok(code) : display(code))
  const inline: State = (code) => {
    if (code === null) return nok(code)
    if (code === DOLLAR) return isSpace(last) ? nok(code) : keep(code, closed)
    last = code
    return take(code, inline)
  }
  const closed: State = (code) => (code === DOLLAR || isWordCharacter(code) ? nok(code) : finish(code))
  const display: State = (code) => {
    if (code === null) return nok(code)
    return code === DOLLAR ? keep(code, half) : take(code, display)
  }
  const half: State = (code) => (code === DOLLAR ? keep(code, finish) : display(code))
  return start
}

/** Tokenizes `\(…\)` and `\[…\]`. Another opening inside is not LaTeX, and would let the time grow quadratically. */
function brackets(effects: Effects, ok: State, nok: State): State {
  const { begin, keep, take, finish } = formulaToken(effects, ok, false)
  let close = 0

  const start: State = (code) => begin(code, opening)
  const opening: State = (code) => {
    if (code !== OPENING_PARENTHESIS && code !== OPENING_BRACKET) return nok(code)
    close = code === OPENING_PARENTHESIS ? CLOSING_PARENTHESIS : CLOSING_BRACKET
    return keep(code, inside)
  }
  const inside: State = (code) => {
    if (code === null) return nok(code)
    return code === BACKSLASH ? keep(code, escaped) : take(code, inside)
  }
  const escaped: State = (code) => {
    if (code === close) return keep(code, finish)
    if (code === null || code === OPENING_PARENTHESIS || code === OPENING_BRACKET) return nok(code)
    return take(code, inside)
  }
  return start
}

/** Tokenizes `\begin{…}…\end{…}` at the beginning of a line. */
function environments(this: { readonly previous: Code }, effects: Effects, ok: State, nok: State): State {
  const { begin, keep, take, finish } = formulaToken(effects, ok, false)
  const isAtStart = this.previous === null || isLineEnding(this.previous)
  let seen = ''
  const see = (code: Code): void => void (seen += code === null || code < 0 ? ' ' : String.fromCodePoint(code))

  const inside: State = (code) => {
    if (code === null) return nok(code)
    see(code)
    // The name must be one of a formula before more is read.
    if (seen.length === LONGEST_BEGIN && !ENVIRONMENT.test(seen)) return nok(code)
    return code === CLOSING_BRACE && environmentLength(seen) > 0 ? keep(code, finish) : take(code, inside)
  }
  return (code) => {
    if (!isAtStart) return nok(code)
    see(code)
    return begin(code, inside)
  }
}

/** Longer than the beginning of any environment. */
const LONGEST_BEGIN = 24
const ENVIRONMENT = new RegExp(`^${BEGIN_ENVIRONMENT}`)

/**
 * Consumes the characters of a formula. The parser requires line endings in tokens of their own, so the others are in
 * tokens between these. `take` also consumes the character that a backslash escapes, unless its parameter says
 * otherwise.
 */
function formulaToken(effects: Effects, ok: State, skipsEscaped = true) {
  let isInText = false
  const endText = () => {
    if (isInText) effects.exit(FORMULA_TEXT)
    isInText = false
  }
  const keep = (code: Code, next: State): State => {
    if (!isInText) effects.enter(FORMULA_TEXT)
    isInText = true
    effects.consume(code)
    return next
  }
  const begin = (code: Code, next: State): State => {
    effects.enter(FORMULA)
    return keep(code, next)
  }
  const take = (code: Code, next: State): State => {
    if (isLineEnding(code)) return takeLineEnding(code, next)
    const isEscape = code === BACKSLASH && skipsEscaped
    return keep(
      code,
      isEscape ? (escaped) => (isLineEnding(escaped) || escaped === null ? next(escaped) : keep(escaped, next)) : next,
    )
  }
  const takeLineEnding = (code: Code, next: State): State => {
    endText()
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return next
  }
  const finish: State = (code) => {
    endText()
    effects.exit(FORMULA)
    return ok(code)
  }
  return { begin, keep, take, finish }
}

/** The parser's own codes for line endings, tabs and the spaces that follow a tab are negative. */
function isLineEnding(code: Code): boolean {
  return code !== null && code < -2
}

function isSpace(code: Code): boolean {
  return code === null || code < 0 || code === 32
}

function isWordCharacter(code: Code): boolean {
  return code !== null && code > 0 && /[\da-z]/i.test(String.fromCodePoint(code))
}
