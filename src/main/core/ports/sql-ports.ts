import type { JsonValue } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'

/** A part of the rows of a query. */
export interface SqlPage {
  /** Unique names, in order. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly JsonValue[])[]
}

/** Queries written by the user. Nothing that they contain can change the database or read credentials. */
export interface SqlReader {
  /**
   * Yields the rows in pages, at least one page. REFUSED: not a single query, or the database rejects it. An error is
   * the last item.
   */
  read(query: string): AsyncIterable<Result<SqlPage>>
}
