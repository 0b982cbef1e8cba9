import type { ApiProviderName } from './providers.ts'

export type CredentialSource = 'environment' | 'keychain' | 'file'

/** Where a key would be stored now. */
export interface KeyPlan {
  readonly place: 'keychain' | 'file'
  /** Why it would not be the keychain; null: it would be. */
  readonly reason: string | null
}

/** The only information about a key that leaves the main process. */
export interface CredentialState {
  readonly provider: ApiProviderName
  /** Null: no key. */
  readonly source: CredentialSource | null
  /** The last four characters, or null if the key is too short to show them. */
  readonly endsIn: string | null
  /** The environment variable that has priority over the others. */
  readonly environmentName: string
  /** Web page on which the user can create a key. */
  readonly keyUrl: string
}
