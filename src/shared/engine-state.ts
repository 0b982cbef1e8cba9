import type { AgentSummary } from './agent-summary.ts'
import type { BackupStatus } from './backup-status.ts'
import type { HealthStatus } from './database-health.ts'
import type { SigningStatus } from './signing-status.ts'
import type { ToolServerState } from './tool-list.ts'

/** The state of one component, a line in the status bar. */
export interface ComponentState {
  readonly state: 'ok' | 'warning' | 'error'
  /** Text for the user: `embedded`, `The keychain did not answer; using environment and credentials.json`. */
  readonly message: string
}

export interface EngineStatus {
  readonly version: string
  readonly database: ComponentState
  readonly keychain: ComponentState
  readonly backup: BackupStatus
  readonly signing: SigningStatus
  readonly health: HealthStatus
  /** MCP servers, by their names in config.json. */
  readonly toolServers: readonly ToolServerState[]
  /** Whether the engine replays scripted conversations, without keys and network. */
  readonly demo: boolean
  /** Absolute paths, shown in Settings. */
  readonly dataDirectory: string
  readonly configDirectory: string
}

/** Changes to the tree and the engine. The first item of a subscription is the snapshot. */
export type EngineFeedItem =
  | { readonly type: 'snapshot'; readonly agents: readonly AgentSummary[]; readonly status: EngineStatus }
  | { readonly type: 'agent'; readonly agent: AgentSummary }
  | { readonly type: 'status'; readonly status: EngineStatus }
