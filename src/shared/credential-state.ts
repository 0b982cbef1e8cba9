import type { AppError } from './app-error.ts'
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

/** What the provider said to a real request with the key. */
export type CredentialTest =
  | { readonly ok: true; readonly models: number }
  | { readonly ok: false; readonly error: AppError }
