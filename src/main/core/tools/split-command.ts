/** One simple command of a line. */
export interface SimpleCommand {
  /** As it was written, without harmless redirections. */
  readonly text: string
  /** The same with shell syntax inside quotes made harmless, because there it is only text. */
  readonly plain: string
}

/** Words by which a line is more than simple commands one after the other; and assignments before a command. */
const NOT_SIMPLE =
  /^(!|\[\[|if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|time|coproc)(\s|$)|^\w+\+?=/

/** Output that goes nowhere, or where the other output goes. Only at the beginning of a word. */
const HARMLESS = /^(2>&1|[12]?>\s*\/dev\/null|&>\s*\/dev\/null)(?=[\s|;&]|$)/

const SEPARATOR = /^(\|\||&&|\||;|\n)/
const QUOTED = /^('[^']*'|"[^"$`\\]*")/
const PLAIN = /^([^\S\n]+|[^\s'"$`\\;&|<>(){}#]+)/

/** Stands for a character that means something to a shell, but not inside quotes. No pattern has it; `*` matches it. */
const INERT = '\uFFFC'

/**
 * The simple commands of a command line, joined by `|`, `&&`, `||`, `;` or line ends. Null: there is more to it than
 * that (substitutions, redirections, loops, groups, escapes), and nobody should guess what it runs.
 */
export function splitCommand(line: string): readonly SimpleCommand[] | null {
  const commands: SimpleCommand[] = []
  let current: SimpleCommand = { text: '', plain: '' }
  for (let at = 0; at < line.length;) {
    const token = nextToken(line.slice(at), at === 0 || /[\s;&|]/.test(line.charAt(at - 1)))
    if (token === null) return null
    if (token.type === 'separator') {
      commands.push(current)
      current = { text: '', plain: '' }
    } else if (token.type === 'text') {
      current = { text: current.text + token.raw, plain: current.plain + token.plain }
    }
    at += token.raw.length
  }
  const named = [...commands, current]
    .map(({ text, plain }) => ({ text: text.trim(), plain: plain.trim() }))
    .filter(({ text }) => text !== '')
  return named.some(({ text }) => NOT_SIMPLE.test(text)) ? null : named
}

type Token =
  | { readonly type: 'separator' | 'nothing'; readonly raw: string }
  | { readonly type: 'text'; readonly raw: string; readonly plain: string }

function nextToken(ahead: string, isWordStart: boolean): Token | null {
  const harmless = isWordStart ? HARMLESS.exec(ahead)?.[0] : undefined
  if (harmless !== undefined) return { type: 'nothing', raw: harmless }
  const separator = SEPARATOR.exec(ahead)?.[0]
  if (separator !== undefined) return { type: 'separator', raw: separator }
  const quoted = QUOTED.exec(ahead)?.[0]
  if (quoted !== undefined) {
    return { type: 'text', raw: quoted, plain: quoted.replaceAll(/[;&|<>`$(){}\n\r\\]/g, INERT) }
  }
  const raw = PLAIN.exec(ahead)?.[0]
  return raw === undefined ? null : { type: 'text', raw, plain: raw }
}
