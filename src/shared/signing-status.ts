/** What is known about the signed head of the log, which an engine renews by itself. */
export interface SigningStatus {
  /** Whether this engine signs. */
  readonly isOn: boolean
  /** When the last head was signed, ms since the epoch; null: none was, or it is not known yet. */
  readonly signedAt: number | null
  /** For the user: why the last attempt failed; null: it did not. */
  readonly problem: string | null
}

/** The status where nothing is signed. */
export const NOT_SIGNING: SigningStatus = { isOn: false, signedAt: null, problem: null }
