/** The system's keychain, as far as we need it: one secret per account. */
export interface Keychain {
  /** Null: no such secret. */
  get(account: string): Promise<KeychainResult<string | null>>
  set(account: string, secret: string): Promise<KeychainResult<null>>
  /** A secret that is not there is removed already. */
  remove(account: string): Promise<KeychainResult<null>>
}

export type KeychainResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: KeychainProblem }

export interface KeychainProblem {
  readonly kind: KeychainProblemKind
  /** The keychain's own words, for the log. */
  readonly detail: string
}

export type KeychainProblemKind =
  /** No service runs here, or it has no place to keep secrets. */
  | 'no_service'
  /** A person switched it off. */
  | 'off'
  /** Locked, and nobody could or would unlock it. */
  | 'locked'
  /** No answer in time; the service hangs, or waits for a person to unlock it. */
  | 'timeout'
  | 'failed'

/** What a message of the native keychains means. Texts: Secret Service over D-Bus, macOS Security, Windows. */
export function keychainProblem(detail: string): KeychainProblem {
  return { kind: problemKind(detail), detail }
}

function problemKind(detail: string): KeychainProblemKind {
  if (/prompt was dismissed|locked|interaction is not allowed|user canceled/i.test(detail)) return 'locked'
  if (/dbus|org\.freedesktop|no result found|no keychain is available|no default/i.test(detail)) return 'no_service'
  return 'failed'
}
