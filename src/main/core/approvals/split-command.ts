/** A simple command of a command line. */
export interface SimpleCommand {
  /** As written, without harmless redirections. */
  readonly text: string
  /** The same text, with shell syntax inside quotes replaced, because it is only text there. */
  readonly plain: string
  /**
   * The words as bash passes them to the program: without quotes and escapes, and without the assignments before the
   * program's name. File name patterns and `~` are not expanded.
   */
  readonly words: readonly string[]
  /** The names of the variables that are assigned before the program's name. */
  readonly assignments: readonly string[]
  /** What they get, without quotes and escapes. */
  readonly assignedValues: readonly string[]
  /** The words that are file name patterns: which words the program gets depends on the files. */
  readonly filePatterns: readonly string[]
}

/** Characters of file name patterns. `[` alone is a program. */
const FILE_PATTERN = /[?*[\]]/

/** Words that make a line more than a sequence of simple commands. */
const NOT_SIMPLE =
  /^(!|\[\[|if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|time|coproc)([ \t\n]|$)/

/** Redirections to /dev/null or to the other output stream. Recognised only at the beginning of a word. */
const HARMLESS = /^(2>&1|[12]?>[ \t]*\/dev\/null|&>[ \t]*\/dev\/null)(?=[ \t\n|;&]|$)/

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/

/** The beginning of an array subscript. In an assignment, bash reads a subscript that contains blanks as one word. */
const SUBSCRIPT = /^[A-Za-z_]\w*\[/
const TAKES_ASSIGNMENTS = new Set(['declare', 'typeset', 'local', 'export', 'readonly', 'alias', 'eval', 'let'])

/**
 * White space in bash: space and tab; a line end separates commands. Every other character, including U+00A0 and
 * carriage return, is part of a word (`shellblank` and `shellmeta` in bash's parse.y and mksyntax.c).
 */
const BLANKS = /^[ \t]+/
const SEPARATOR = /^(\|\||&&|\||;|\n)/
const QUOTED = /^('[^']*'|"[^"$`\\]*")/
const ESCAPED = /^\\[^\n]/u
const PLAIN = /^[^ \t\n'"$`\\;&|<>(){}#]+/

/** Control characters that would end the displayed line or hide a part of it. No command needs them. */
// oxlint-disable-next-line no-control-regex -- these are the characters that it is about
const CONTROL = /[\0-\x08\x0B-\x1F\x7F]/

/** Replaces a shell metacharacter inside quotes. No pattern contains it; `*` matches it. */
const INERT = '\uFFFC'

/**
 * Splits a command line into its simple commands, which are joined by `|`, `&&`, `||`, `;` or line ends. Null: the line
 * contains other syntax (substitutions, redirections, loops, groups), so what it runs cannot be determined.
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
  /** The part of a word that the token contributes. */
  readonly value: string
}

interface Word {
  readonly raw: string
  /** The value that is passed to the program. */
  readonly value: string
  /** Whether a part without quotes is a file name pattern. */
  readonly hasPattern: boolean
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
    if (type === 'word') {
      const hasPattern = begun?.hasPattern === true || (raw === value && FILE_PATTERN.test(raw))
      this.#words.push({ raw: (begun?.raw ?? '') + raw, value: (begun?.value ?? '') + value, hasPattern })
    } else if (begun !== undefined) this.#words.push(begun)
    this.#isInWord = type === 'word'
  }

  /** Whether a word may be a subscript that contains blanks. */
  hasSubscript(): boolean {
    const [program, ...others] = this.#named()
    if (program === undefined) return false
    return SUBSCRIPT.test(program.raw) || (TAKES_ASSIGNMENTS.has(program.value) && others.some(isSubscript))
  }

  command(): SimpleCommand {
    const named = this.#named()
    const assigned = this.#words.slice(0, this.#words.length - named.length)
    return {
      text: trimBlanks(this.#text),
      plain: trimBlanks(this.#plain),
      words: named.map(({ value }) => value),
      assignments: assigned.map(({ raw }) => raw.split(/\+?=/, 1)[0] ?? ''),
      assignedValues: assigned.map(({ value }) => value.slice(value.indexOf('=') + 1)),
      filePatterns: named.flatMap(({ raw, value, hasPattern }) => (hasPattern && raw !== '[' ? [value] : [])),
    }
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
