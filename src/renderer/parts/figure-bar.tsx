import styles from './figure-bar.module.css'

interface FigureBarProps {
  /** Of the largest figure, from 0 to 1. */
  readonly share: number
  /** The best one, or what is done: in words beside it, too. */
  readonly isMarked: boolean
  /** Its place. */
  readonly className?: string | undefined
}

/** A figure relative to its neighbours. It says nothing that the figure does not, so it is hidden from screen readers. */
export function FigureBar({ share, isMarked, className = '' }: FigureBarProps) {
  return (
    <span className={`${styles.bar} ${className}`} data-marked={isMarked} aria-hidden>
      <span style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  )
}
