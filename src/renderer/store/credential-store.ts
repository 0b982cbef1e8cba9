import { createStore, type StoreApi } from 'zustand/vanilla'

import type { CredentialState, KeyPlan } from '../../shared/credential-state.ts'
import type { ApiProviderName } from '../../shared/providers.ts'
import type { Result } from '../../shared/result.ts'
import { engineSentence } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'

const words = texts.providerKeys.places

/** A test of what was entered in a form of the settings: it runs, or has a result. */
export type EntryTest<T> = { readonly type: 'running' } | { readonly type: 'finished'; readonly result: Result<T> }
/** Its value is how many models the provider lists for the key. */
export type KeyTest = EntryTest<number>

export interface CredentialsState {
  /** Null until loaded. */
  readonly keys: readonly CredentialState[] | null
  readonly tests: ReadonlyMap<ApiProviderName, KeyTest>
  /** Where a new key would be stored; null until loaded. */
  readonly plan: KeyPlan | null
}

export type CredentialStore = StoreApi<CredentialsState>

export function createCredentialStore(): CredentialStore {
  return createStore(() => ({ keys: null, tests: new Map(), plan: null }))
}

/** Replaces the state of one provider's key. */
export function withCredential(state: CredentialsState, changed: CredentialState): CredentialsState {
  const keys = (state.keys ?? []).map((key) => (key.provider === changed.provider ? changed : key))
  const tests = new Map(state.tests)
  tests.delete(changed.provider)
  return { ...state, keys, tests }
}

export function withTest(state: CredentialsState, provider: ApiProviderName, test: KeyTest): CredentialsState {
  return { ...state, tests: new Map(state.tests).set(provider, test) }
}

/** Returns where a new key would be stored, as a sentence. */
export function planText(plan: KeyPlan | null): string {
  if (plan === null) return ''
  if (plan.place === 'keychain') return words.keychain
  return words.file({ reason: plan.reason === null ? words.noKeychain : engineSentence(plan.reason) })
}
