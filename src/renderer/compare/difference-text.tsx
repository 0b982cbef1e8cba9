import styles from './compare-differences.module.css'
import type { DifferencePiece } from './text-difference.ts'

interface DifferenceTextProps {
  readonly pieces: readonly DifferencePiece[]
  readonly names: readonly [left: string, right: string]
  /** Shows both texts inline instead of side by side. */
  readonly inline: boolean
}

/** Two texts whose differences are marked by colour, and by a line through or under the text. */
export function DifferenceText({ pieces, names, inline }: DifferenceTextProps) {
  if (inline) return <div className={styles.text}>{pieces.map(drawn)}</div>
  return (
    <div className={styles.sides}>
      {(['left', 'right'] as const).map((side, index) => (
        <section key={side} className={styles.side} aria-label={names[index]}>
          <h4 className={styles.sideName}>{names[index]}</h4>
          <div className={styles.text}>{pieces.filter(({ kind }) => kind === 'same' || kind === side).map(drawn)}</div>
        </section>
      ))}
    </div>
  )
}

function drawn({ kind, text }: DifferencePiece, index: number) {
  if (kind === 'same') return <span key={index}>{text}</span>
  return kind === 'left' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>
}
