/** The operations of the system's keychain that we need: one secret per account. */
export interface Keychain {
  /** Null: there is no such secret. */
  get(account: string): Promise<KeychainResult<string | null>>
  set(account: string, secret: string): Promise<KeychainResult<null>>
  /** Succeeds if there is no such secret. */
  remove(account: string): Promise<KeychainResult<null>>
}

export type KeychainResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: KeychainProblem }

export interface KeychainProblem {
  readonly kind: KeychainProblemKind
  /** The keychain's own message, for the log. */
  readonly detail: string
}

export type KeychainProblemKind =
  /** There is no keychain service, or it has no storage. */
  | 'no_service'
  /** The user disabled it. */
  | 'off'
  /** Locked, and it was not unlocked. */
  | 'locked'
  /** No answer in time: the service hangs, or waits for the user to unlock it. */
  | 'timeout'
  | 'failed'

/** Classifies a message of the native keychains: Secret Service over D-Bus, macOS Security, Windows. */
export function keychainProblem(detail: string): KeychainProblem {
  return { kind: problemKind(detail), detail }
}

function problemKind(detail: string): KeychainProblemKind {
  if (/prompt was dismissed|locked|interaction is not allowed|user canceled/i.test(detail)) return 'locked'
  if (/dbus|org\.freedesktop|no result found|no keychain is available|no default/i.test(detail)) return 'no_service'
  return 'failed'
}

const OFF: KeychainResult<never> = { ok: false, problem: { kind: 'off', detail: 'IKIGAI_KEYCHAIN=off' } }

/** For users who disable the keychain, and for runs that must not read this machine's. */
export const keychainOff: Keychain = {
  get: () => Promise.resolve(OFF),
  set: () => Promise.resolve(OFF),
  remove: () => Promise.resolve(OFF),
}
