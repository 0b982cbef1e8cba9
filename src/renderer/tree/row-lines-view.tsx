import styles from './row-lines.module.css'
import { rowIndent } from './row-indent.ts'
import type { RowLines } from './row-lines.ts'

interface RowLinesViewProps {
  readonly lines: RowLines
  readonly isBegunByProgram: boolean
}

/** The branches of a row, made of borders, so that they keep in forced colours and at any zoom. For the eye only. */
export function RowLinesView({ lines: { passing, elbow }, isBegunByProgram }: RowLinesViewProps) {
  return (
    <>
      {passing.map(({ depth, tone }) => (
        <span
          key={depth}
          className={styles.passing}
          style={{ insetInlineStart: rowIndent(depth) }}
          data-tone={tone}
          aria-hidden
        />
      ))}
      {elbow === null ? null : (
        <span
          className={styles.elbow}
          style={{ insetInlineStart: rowIndent(elbow.depth) }}
          data-tone={elbow.tone}
          data-below={elbow.below ?? undefined}
          data-dotted={isBegunByProgram || undefined}
          aria-hidden
        />
      )}
    </>
  )
}
