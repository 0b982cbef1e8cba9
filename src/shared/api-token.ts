/**
 * What a token of the HTTP API permits: to read, to do what needs no confirmation in a browser, or everything, in
 * this order.
 */
export const TOKEN_SCOPES = ['read', 'standard', 'full'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

export interface ApiToken {
  readonly id: string
  /** What it is for, in the words of the user. */
  readonly name: string
  readonly scope: TokenScope
  /** ms since the epoch. */
  readonly createdAt: number
  /** ms since the epoch; null: it was never used. */
  readonly lastUsedAt: number | null
}
