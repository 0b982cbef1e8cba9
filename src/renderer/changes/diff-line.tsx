import type { CodeLine } from '../parts/highlight-tokens.ts'
import codeStyles from '../parts/code-block.module.css'
import { texts } from '../text/texts.ts'
import type { DiffLine, TextPart } from './diff-rows.ts'
import styles from './diff-rows.module.css'
import type { HunkLine } from './hunk-lines.ts'

/** Signs and not only colours say what was added and removed. */
const SIGNS = { same: '', removed: '−', added: '+' } as const

interface DiffLineProps {
  readonly line: DiffLine
  /** The numbers that stand before it, and what a click on one does. */
  readonly numbers: React.ReactNode
  /** Its coloured parts. */
  readonly tokens: CodeLine
  /** The words that changed; null: no part of it stands out. */
  readonly changed: TextPart | null
}

/** A line of a difference: number, sign and code. */
export function DiffLineView({ line: { kind }, numbers, tokens, changed }: DiffLineProps) {
  return (
    <div className={styles.line} data-kind={kind}>
      {numbers}
      <span className={styles.sign}>{SIGNS[kind]}</span>
      <code className={styles.code}>{changed === null ? tokens.map(tokenView) : markedTokens(tokens, changed)}</code>
    </div>
  )
}

/** The place of a line that the other side has. */
export function MissingLine() {
  return (
    <div className={styles.line} data-kind="missing" aria-hidden>
      <span className={styles.hatched} />
    </div>
  )
}

type Token = CodeLine[number]

function tokenView({ text, kind }: Token, index: number) {
  return (
    <span key={index} className={kind === null ? undefined : codeStyles[`token-${kind}`]}>
      {text}
    </span>
  )
}

/** The changed words have no colours of their own, because those are hard to read on the ground that marks them. */
function markedTokens(tokens: CodeLine, { start, end }: TextPart) {
  const text = tokens.map((token) => token.text).join('')
  return (
    <>
      {partOf(tokens, 0, start).map(tokenView)}
      <mark>{text.slice(start, end)}</mark>
      {partOf(tokens, end, text.length).map(tokenView)}
    </>
  )
}

function partOf(tokens: CodeLine, from: number, to: number): CodeLine {
  let at = 0
  return tokens.flatMap(({ text, kind }) => {
    const [start, end] = [Math.max(from, at) - at, Math.min(to, at + text.length) - at]
    at += text.length
    return start < end ? [{ text: text.slice(start, end), kind }] : []
  })
}

interface LineNumberProps {
  readonly line: HunkLine
  /** Null: it cannot be commented on. `more`: from the line that was picked before. */
  readonly onPick: ((line: HunkLine, more: boolean) => void) | null
}

/** The number of a line. A click begins a comment on it, with Shift on all lines since the click before. */
export function LineNumber({ line, onPick }: LineNumberProps) {
  if (onPick === null) return <span className={styles.number}>{line.number}</span>
  return (
    <button
      type="button"
      className={styles.number}
      // The key of the part does the same, without a stop at each line.
      tabIndex={-1}
      aria-label={texts.changes.comments.commentOn({ line: line.number, isOld: line.side === 'old' })}
      onClick={(click) => onPick(line, click.shiftKey)}
    >
      {line.number}
    </button>
  )
}
