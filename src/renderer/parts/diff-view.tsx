import type { ReactNode } from 'react'

import styles from './diff-view.module.css'

type LineKind = 'added' | 'removed' | 'place' | 'same'

interface DiffViewProps {
  readonly diff: string
  readonly label: string
  /** Shows the whole diff with wrapped lines, without a scroll box of its own. */
  readonly isWhole?: boolean
  /** Returns what stands before a line, by its index; the first one is that with the place. */
  readonly before?: (line: number) => ReactNode
}

/** A unified diff by lines. Added and removed lines have signs as well as colours. */
export function DiffView({ diff, label, isWhole = false, before }: DiffViewProps) {
  return (
    <figure className={styles.diff} data-whole={isWhole} aria-label={label}>
      <pre className={styles.lines}>
        {diffLines(diff).map(({ kind, text }, index) => (
          <span key={index} className={styles.line} data-kind={kind}>
            {before?.(index)}
            {text}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  )
}

/** Returns the lines without the file header, because the question above the diff names the file. */
function diffLines(diff: string): readonly { readonly kind: LineKind; readonly text: string }[] {
  const lines = diff.replace(/\n$/, '').split('\n')
  const start = lines.findIndex((line) => line.startsWith('@@'))
  return lines.slice(Math.max(0, start)).map((text) => ({ text, kind: kindOf(text) }))
}

function kindOf(line: string): LineKind {
  if (line.startsWith('@@')) return 'place'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'same'
}
