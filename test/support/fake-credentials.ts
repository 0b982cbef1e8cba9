import type { CredentialStore } from '../../src/main/core/ports/config-ports.ts'

/** Returns credentials that have a key for every provider, and never change. */
export function fakeCredentials(): CredentialStore {
  const error = { category: 'REFUSED', message: 'Not here.', retryable: false } as const
  return {
    key: () => Promise.resolve('any-key'),
    list: () => Promise.resolve([]),
    plan: () => Promise.resolve({ place: 'keychain', reason: null }),
    set: () => Promise.resolve({ ok: false, error }),
    remove: () => Promise.resolve({ ok: false, error }),
    endpointKey: () => Promise.resolve(null),
    setEndpointKey: () => Promise.resolve({ ok: false, error }),
    removeEndpointKey: () => Promise.resolve({ ok: false, error }),
    keychainState: () => ({ state: 'ok', message: '' }),
    onKeychainStateChange: () => () => undefined,
  }
}
