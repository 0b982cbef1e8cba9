import type { ProviderName } from './providers.ts'

export type CredentialSource = 'environment' | 'keychain' | 'file'

/** All that leaves the main process about a key. */
export interface CredentialState {
  readonly provider: ProviderName
  /** Null: no key. */
  readonly source: CredentialSource | null
  /** The last four characters, only of keys long enough that four give nothing away. */
  readonly endsIn: string | null
  /** The environment variable that would be read first. */
  readonly environmentName: string
  /** Where to get a key. */
  readonly keyUrl: string
}
