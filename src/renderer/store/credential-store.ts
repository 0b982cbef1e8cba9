import { createStore, type StoreApi } from 'zustand/vanilla'

import type { CredentialState } from '../../shared/credential-state.ts'
import type { ProviderName } from '../../shared/providers.ts'
import type { Result } from '../../shared/result.ts'

/** What a provider said to a test of its key, or that it is being asked. */
export type KeyTest = { readonly type: 'running' } | { readonly type: 'finished'; readonly result: Result<number> }

export interface CredentialsState {
  /** Null until they were asked for. */
  readonly keys: readonly CredentialState[] | null
  readonly tests: ReadonlyMap<ProviderName, KeyTest>
}

export type CredentialStore = StoreApi<CredentialsState>

export function createCredentialStore(): CredentialStore {
  return createStore(() => ({ keys: null, tests: new Map() }))
}

/** Puts a provider's new state in its place. */
export function withKey(state: CredentialsState, changed: CredentialState): CredentialsState {
  const keys = (state.keys ?? []).map((key) => (key.provider === changed.provider ? changed : key))
  const tests = new Map(state.tests)
  tests.delete(changed.provider)
  return { keys, tests }
}

export function withTest(state: CredentialsState, provider: ProviderName, test: KeyTest): CredentialsState {
  return { ...state, tests: new Map(state.tests).set(provider, test) }
}
