import type { CacheDiagnosis, CacheMiss } from './cache-miss.ts'

/** Why the input of an answer was cold, with the first difference of the two requests. */
export interface CacheMissView {
  /** Null: it was as warm as expected. */
  readonly miss: CacheMiss | null
  /** Null: the provider says nothing. */
  readonly diagnosis: CacheDiagnosis | null
  /** Null: nothing differs, or the requests are no longer in memory. */
  readonly difference: MissDifference | null
}

/** The first difference of two requests. */
export interface MissDifference {
  /** A unified diff of the part. */
  readonly diff: string
  /** Of the first character that differs, within the part; all count from 1, `byte` in UTF-8. */
  readonly line: number
  readonly column: number
  readonly byte: number
}
