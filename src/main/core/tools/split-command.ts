/** One simple command of a line. */
export interface SimpleCommand {
  /** As it was written, without harmless redirections. */
  readonly text: string
  /** The same with shell syntax inside quotes made harmless, because there it is only text. */
  readonly plain: string
  /**
   * Its words as bash passes them on: without quotes and escapes, and without the assignments in front of the program's
   * name. File name patterns and `~` are not expanded.
   */
  readonly words: readonly string[]
}

/** Words by which a line is more than simple commands one after the other. */
const NOT_SIMPLE =
  /^(!|\[\[|if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|time|coproc)([ \t\n]|$)/

/** Output that goes nowhere, or where the other output goes. Only at the beginning of a word. */
const HARMLESS = /^(2>&1|[12]?>[ \t]*\/dev\/null|&>[ \t]*\/dev\/null)(?=[ \t\n|;&]|$)/

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/

/** Where bash expects an assignment, it reads a subscript with blanks in it as one word. */
const SUBSCRIPT = /^[A-Za-z_]\w*\[/
const TAKES_ASSIGNMENTS = new Set(['declare', 'typeset', 'local', 'export', 'readonly', 'alias', 'eval', 'let'])

/**
 * What bash takes for white space: a space and a tab; a line end separates commands. Every other character, U+00A0 and
 * a carriage return among them, is part of a word (`shellblank` and `shellmeta` in bash's parse.y and mksyntax.c).
 */
const BLANKS = /^[ \t]+/
const SEPARATOR = /^(\|\||&&|\||;|\n)/
const QUOTED = /^('[^']*'|"[^"$`\\]*")/
const ESCAPED = /^\\[^\n]/u
const PLAIN = /^[^ \t\n'"$`\\;&|<>(){}#]+/

/** They would end the line, or hide a part of it, where it is shown. No command needs them. */
// oxlint-disable-next-line no-control-regex -- these are the characters that it is about
const CONTROL = /[\0-\x08\x0B-\x1F\x7F]/

/** Stands for a character that means something to a shell, but not inside quotes. No pattern has it; `*` matches it. */
const INERT = '\uFFFC'

/**
 * The simple commands of a command line, joined by `|`, `&&`, `||`, `;` or line ends. Null: there is more to it than
 * that (substitutions, redirections, loops, groups), and nobody should guess what it runs.
 */
export function splitCommand(line: string): readonly SimpleCommand[] | null {
  if (CONTROL.test(line) || line.includes(INERT)) return null
  const commands = [new CommandParts()]
  let isInWord = false
  let rest = line
  while (rest !== '') {
    const token = nextToken(rest, !isInWord)
    if (token === null) return null
    isInWord = token.type === 'word'
    if (token.type === 'separator') commands.push(new CommandParts())
    else commands.at(-1)?.take(token)
    rest = rest.slice(token.raw.length)
  }
  if (commands.some((parts) => parts.hasSubscript())) return null
  const named = commands.map((parts) => parts.command()).filter(({ text }) => text !== '')
  return named.some(({ text }) => NOT_SIMPLE.test(text)) ? null : named
}

interface Token {
  readonly type: 'separator' | 'nothing' | 'blanks' | 'word'
  readonly raw: string
  readonly plain: string
  /** What a word gets of it. */
  readonly value: string
}

interface Word {
  readonly raw: string
  /** As it is passed on. */
  readonly value: string
}

class CommandParts {
  #text = ''
  #plain = ''
  readonly #words: Word[] = []
  #isInWord = false

  take({ type, raw, plain, value }: Token): void {
    if (type === 'nothing') {
      this.#isInWord = false
      return
    }
    this.#text += raw
    this.#plain += plain
    const begun = this.#isInWord ? this.#words.pop() : undefined
    if (type === 'word') this.#words.push({ raw: (begun?.raw ?? '') + raw, value: (begun?.value ?? '') + value })
    else if (begun !== undefined) this.#words.push(begun)
    this.#isInWord = type === 'word'
  }

  /** A word may be a subscript with blanks in it. */
  hasSubscript(): boolean {
    const [program, ...others] = this.#named()
    if (program === undefined) return false
    return SUBSCRIPT.test(program.raw) || (TAKES_ASSIGNMENTS.has(program.value) && others.some(isSubscript))
  }

  command(): SimpleCommand {
    const words = this.#named().map(({ value }) => value)
    return { text: trimBlanks(this.#text), plain: trimBlanks(this.#plain), words }
  }

  /** The words from the program's name on. */
  #named(): readonly Word[] {
    const program = this.#words.findIndex(({ raw }) => !ASSIGNMENT.test(raw))
    return program === -1 ? [] : this.#words.slice(program)
  }
}

const isSubscript = ({ raw }: Word): boolean => SUBSCRIPT.test(raw)

function nextToken(ahead: string, isWordStart: boolean): Token | null {
  const harmless = isWordStart ? HARMLESS.exec(ahead)?.[0] : undefined
  if (harmless !== undefined) return token('nothing', harmless)
  const separator = SEPARATOR.exec(ahead)?.[0]
  if (separator !== undefined) return token('separator', separator)
  const blanks = BLANKS.exec(ahead)?.[0]
  if (blanks !== undefined) return token('blanks', blanks)
  const quoted = QUOTED.exec(ahead)?.[0]
  if (quoted !== undefined) {
    return token('word', quoted, quoted.replaceAll(/[;&|<>`$(){}\n\r\\]/g, INERT), quoted.slice(1, -1))
  }
  const escaped = ESCAPED.exec(ahead)?.[0]
  if (escaped !== undefined) return token('word', escaped, escaped, escaped.slice(1))
  const raw = PLAIN.exec(ahead)?.[0]
  return raw === undefined ? null : token('word', raw)
}

function token(type: Token['type'], raw: string, plain = raw, value = raw): Token {
  return { type, raw, plain, value }
}

function trimBlanks(text: string): string {
  return text.replaceAll(/^[ \t]+|[ \t]+$/g, '')
}
