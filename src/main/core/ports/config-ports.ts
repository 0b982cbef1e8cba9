import type { Config } from '../../../shared/config.ts'
import type { ConfigChange, ConfigState } from '../../../shared/config-change.ts'
import type { CredentialState, KeyPlan } from '../../../shared/credential-state.ts'
import type { ComponentState } from '../../../shared/engine-state.ts'
import type { Result } from '../../../shared/result.ts'
import type { ApiProviderName } from '../../../shared/providers.ts'

export type { Config } from '../../../shared/config.ts'
export type { ToolServerConfig } from '../../../shared/tool-server.ts'

/** Looks up keys in the environment, then the keychain, then credentials.json. No other part of the app stores keys. */
export interface CredentialStore {
  /** Returns the provider's key; null: there is none. */
  key(provider: ApiProviderName): Promise<string | null>
  list(): Promise<readonly CredentialState[]>
  /** Returns where `set` would store a key. */
  plan(): Promise<KeyPlan>
  set(provider: ApiProviderName, key: string): Promise<Result<CredentialState>>
  remove(provider: ApiProviderName): Promise<Result<CredentialState>>
  /** Returns the stored key of an endpoint; null: there is none. */
  endpointKey(name: string): Promise<string | null>
  setEndpointKey(name: string, key: string): Promise<Result<null>>
  removeEndpointKey(name: string): Promise<Result<null>>
  keychainState(): ComponentState
  onKeychainStateChange(listener: (state: ComponentState) => void): () => void
}

/** Secrets that others gave to ikigai, such as tokens of a login, by name. Nothing of them is logged or exported. */
export interface SecretStore {
  /** Null: there is none, or it cannot be read now. */
  get(name: string): Promise<string | null>
  /** As `get`, with an error if the keychain does not answer: there may be a secret that cannot be read now. */
  find(name: string): Promise<Result<string | null>>
  set(name: string, secret: string): Promise<Result<null>>
  remove(name: string): Promise<Result<null>>
  /** Runs work while no other process with the same configuration runs any: for a secret that is made if there is none. */
  exclusively<T>(work: () => Promise<Result<T>>): Promise<Result<T>>
}

/**
 * Reads and changes config.json. `config` is the same object for the engine's whole lifetime: an update changes it in
 * place, so that later reads return the new values.
 */
export interface ConfigStore {
  readonly config: Config
  state(): ConfigState
  /** Changes only the given keys of the file. REFUSED if a value is invalid; then nothing is changed. */
  update(change: ConfigChange): Promise<Result<ConfigState>>
}

/**
 * Checks whether a database can be used: returns a description of it, or the error. Changes nothing in the database.
 */
export type TestDatabase = (url: string) => Promise<Result<string>>
