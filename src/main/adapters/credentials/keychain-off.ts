import type { Keychain, KeychainResult } from './keychain-port.ts'

const OFF: KeychainResult<never> = { ok: false, problem: { kind: 'off', detail: 'IKIGAI_KEYCHAIN=off' } }

/** For users who disable the keychain, and for runs that must not read this machine's. */
export const keychainOff: Keychain = {
  get: () => Promise.resolve(OFF),
  set: () => Promise.resolve(OFF),
  remove: () => Promise.resolve(OFF),
}
