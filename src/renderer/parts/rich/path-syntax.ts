import type { Code, Effects, ParserData, State } from './formula-syntax.ts'

/**
 * Paths of Windows in a line, as an extension of the Markdown parser: a backslash in what looks like a path is a
 * separator and no escape, so `C:\Users\ann\.ssh` keeps each of them. Elsewhere, as in `\*`, it remains an escape.
 *
 * A path begins with a drive, a share, a variable, a tilde, dots or a name, and for a name a separator that cannot be an
 * escape must come first: `src\lib\_x` is a path, `snake\_case` is not.
 */

interface Place {
  readonly line: number
  readonly offset: number
}

/** What the parser knows where a construct may begin; micromark describes it in full. */
interface Context {
  readonly events: readonly (readonly [string, { readonly start: Place }, unknown])[]
  now(): Place
  sliceSerialize(token: { readonly start: Place; readonly end: Place }): string
}

const BACKSLASH = 92
const DATA = 'data'
/** How much before a backslash is looked at, UTF-16 units. Paths of Windows have 260. */
const MAX_PATH = 260

/** A plugin for remark. */
export function remarkPaths(this: { data(): object }): void {
  const data: ParserData = this.data()
  const separator = { name: 'pathSeparator', tokenize: separators }
  const share = { name: 'pathShare', tokenize: shares }
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { text: { [BACKSLASH]: [share, separator] } }]
}

const NAMES = String.raw`(?:[^\s\\]+(?: [^\s\\]+)*)?`
const BEGINNING = [
  '[A-Za-z]:',
  String.raw`\\\\[\w.$-]+\\[\w$-]+`,
  String.raw`\$(?:env:)?[A-Za-z_]\w+`,
  String.raw`\$\{env:\w+\}`,
  String.raw`%\w+%`,
  '~',
  String.raw`\.{1,2}`,
  String.raw`[\w.-]+\\\w[\w.-]*`,
].join('|')

/** The text before a separator, from the beginning of a path on. */
const IN_PATH = new RegExp(String.raw`(?:^|[^\w\\$.%~])(?:${BEGINNING})(?:\\${NAMES})*$`)

/** A separator of a path, with the character after it that it would escape. */
function separators(this: Context, effects: Effects, ok: State, nok: State): State {
  const before = textBefore(this)
  return (code) => {
    if (code !== BACKSLASH || !IN_PATH.test(before)) return nok(code)
    effects.enter(DATA)
    effects.consume(code)
    return (next) => {
      if (isPunctuation(next)) return last(next)
      effects.exit(DATA)
      return ok(next)
    }
  }

  function last(code: Code): State {
    effects.consume(code)
    effects.exit(DATA)
    return ok
  }
}

/** `\\server\share` at the beginning of a path. */
function shares(this: Context, effects: Effects, ok: State, nok: State): State {
  const begins = /(?:^|[^\w\\])$/.test(textBefore(this))
  const take =
    (isIt: (code: Code) => boolean, next: State): State =>
    (code) => {
      if (!isIt(code)) return nok(code)
      effects.consume(code)
      return next
    }
  const name: State = (code) => {
    if (!isNameCharacter(code)) return take(isBackslash, take(isNameCharacter, end))(code)
    effects.consume(code)
    return name
  }
  const end: State = (code) => {
    effects.exit(DATA)
    return ok(code)
  }
  return (code) => {
    if (!begins || !isBackslash(code)) return nok(code)
    effects.enter(DATA)
    effects.consume(code)
    return take(isBackslash, take(isNameCharacter, name))
  }
}

/** Returns what stands before this place in its line, at most what a path may have. */
function textBefore(context: Context): string {
  const end = context.now()
  let start = end
  for (let index = context.events.length - 1; index >= 0; index -= 1) {
    const token = context.events[index]?.[1]
    if (token === undefined || token.start.line !== end.line || token.start.offset < end.offset - MAX_PATH) break
    start = token.start
  }
  return start === end ? '' : context.sliceSerialize({ start, end })
}

function isBackslash(code: Code): boolean {
  return code === BACKSLASH
}

function isNameCharacter(code: Code): boolean {
  return code !== null && code > 0 && /[\w.$-]/.test(String.fromCodePoint(code))
}

/** What a backslash escapes in Markdown. */
function isPunctuation(code: Code): boolean {
  return code !== null && code > 32 && code < 127 && /[^\da-z]/i.test(String.fromCodePoint(code))
}
