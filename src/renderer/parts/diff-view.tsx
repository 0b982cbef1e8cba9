import styles from './diff-view.module.css'

type LineKind = 'added' | 'removed' | 'place' | 'same'

interface DiffViewProps {
  readonly diff: string
  readonly label: string
  /** All of it, in a box of somebody else's that scrolls; long lines are wrapped. */
  readonly isWhole?: boolean
}

/** A unified diff, line by line; what is added or removed also carries its sign, for those who see no colour. */
export function DiffView({ diff, label, isWhole = false }: DiffViewProps) {
  return (
    <figure className={styles.diff} data-whole={isWhole} aria-label={label}>
      <pre className={styles.lines}>
        {diffLines(diff).map(({ kind, text }, index) => (
          <span key={index} className={styles.line} data-kind={kind}>
            {`${text}\n`}
          </span>
        ))}
      </pre>
    </figure>
  )
}

/** Without the head of the file: the question above says which file it is. */
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
