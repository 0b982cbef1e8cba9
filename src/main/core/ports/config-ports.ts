import type { ConfigChange, ConfigState } from '../../../shared/config-state.ts'
import type { CredentialState } from '../../../shared/credential-state.ts'
import type { ComponentState } from '../../../shared/engine-state.ts'
import type { ModelPools } from '../../../shared/model-pool.ts'
import type { Result } from '../../../shared/result.ts'
import type { ProviderName } from '../../../shared/providers.ts'

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

/** config.json (docs/configuration.md), defaults filled in. */
export interface Config {
  readonly providers: Readonly<Partial<Record<ProviderName, ProviderConfig>>>
  readonly defaultProvider: ProviderName | null
  /** Tokens of a reply; null: the model's own maximum. */
  readonly maxOutputTokens: number | null
  readonly maxToolTurns: number
  /** Levels below the root of a tree at which models may make agents. */
  readonly maxAgentDepth: number
  /** Children that a model may make in one turn. */
  readonly maxChildrenPerTurn: number
  /** Turns of one tree that run at the same time before models may fork no more. */
  readonly maxRunningTurns: number
  /** Bytes of a tool's output. */
  readonly maxOutputSize: number
  readonly listenAddress: string
  readonly listenPort: number
  /** How many earlier prompts of an agent the prompt box recalls; 0: none. */
  readonly historySize: number
  readonly databaseUrl: string | null
  /** Where agents work that were given no other folder; null: the default. */
  readonly workspace: string | null
  /** Through which providers and HTTP servers of tools are asked; null: straight. */
  readonly proxy: string | null
  /** Names of variables that programs of tools get besides the usual ones. */
  readonly toolEnvironment: readonly string[]
  readonly toolServers: Readonly<Record<string, ToolServerConfig>>
  readonly pools: ModelPools
}

/**
 * config.json, to look at and to change. `config` is one object for the engine's whole life: an update changes it in
 * place, so whoever looks again sees what holds now.
 */
export interface ConfigStore {
  readonly config: Config
  state(): ConfigState
  /** Changes the file's keys that are named, and nothing else. REFUSED where a value is not possible: nothing was changed. */
  update(change: ConfigChange): Promise<Result<ConfigState>>
}

/** Whether a database could be used: words about it, or why not. Changes nothing there. */
export type TestDatabase = (url: string) => Promise<Result<string>>

/** An entry of `mcp_servers`: a program to start, or an address to call. */
export type ToolServerConfig =
  | {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | { readonly transport: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }

export interface ProviderConfig {
  readonly defaultModel?: string
  readonly baseUrl?: string
  /** Seconds without a byte after which a request is given up. Missing: by what is asked. */
  readonly idleTimeoutSeconds?: number
}
