import type { Config, ConfigChange, ConfigState } from '../../../shared/config.ts'
import type { CredentialState } from '../../../shared/credential-state.ts'
import type { ComponentState } from '../../../shared/engine-state.ts'
import type { Result } from '../../../shared/result.ts'
import type { ProviderName } from '../../../shared/providers.ts'

export type { Config } from '../../../shared/config.ts'
export type { ToolServerConfig } from '../../../shared/config-entries.ts'

/** Environment → keychain → credentials.json. The only place that holds keys. */
export interface CredentialStore {
  /** Null: no key anywhere. */
  key(provider: ProviderName): Promise<string | null>
  list(): Promise<readonly CredentialState[]>
  set(provider: ProviderName, key: string): Promise<Result<CredentialState>>
  remove(provider: ProviderName): Promise<Result<CredentialState>>
  keychainState(): ComponentState
  onKeychainStateChange(listener: (state: ComponentState) => void): () => void
}

/**
 * Reads and changes config.json. `config` is one object for the engine's whole life: an update changes it in place, so
 * later reads see the new values.
 */
export interface ConfigStore {
  readonly config: Config
  state(): ConfigState
  /** Changes the file's keys that are named, and nothing else. REFUSED where a value is not possible: nothing was changed. */
  update(change: ConfigChange): Promise<Result<ConfigState>>
}

/** Whether a database could be used: words about it, or why not. Changes nothing there. */
export type TestDatabase = (url: string) => Promise<Result<string>>
