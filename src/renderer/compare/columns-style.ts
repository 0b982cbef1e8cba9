import type { CSSProperties } from 'react'

declare module 'react' {
  interface CSSProperties {
    /** Number of columns. */
    '--columns'?: number
  }
}

/** Tells style sheets the number of columns. */
export function columnsStyle(columns: number): CSSProperties {
  return { '--columns': columns }
}
