import type { AgentSummary } from './agent-summary.ts'
import type { BackupStatus } from './backup-status.ts'
import type { HealthStatus } from './database-health.ts'
import type { AgentId } from './ids.ts'
import type { ToolServerState } from './tool-list.ts'

/** The state of one component, shown below the tree while it is not ok. */
export interface ComponentState {
  readonly state: 'ok' | 'warning' | 'error'
  /** Text for the user: `embedded`, `The keychain did not answer; using environment and credentials.json`. */
  readonly message: string
}

/** An exception that nothing has caught: a bug, after which the process goes on (docs/behaviour/errors.md#what-a-failure-costs). */
export interface StrayError {
  readonly message: string
  /** The file that has it with its stack; null: it could not be written. */
  readonly file: string | null
  /** The agent whose turn it has ended; null: it belongs to no running turn. */
  readonly agentId: AgentId | null
  /** Whether the engine was closed and opened anew because of it. */
  readonly reopened: boolean
  /** ms since the epoch. */
  readonly at: number
}

export interface EngineStatus {
  readonly version: string
  readonly database: ComponentState
  readonly keychain: ComponentState
  readonly backup: BackupStatus
  readonly signing: SigningStatus
  readonly health: HealthStatus
  /** The newest of its kind; null: there was none since the engine was opened. */
  readonly strayError: StrayError | null
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

/** The agents that an item tells of. */
export function agentsOfItem(item: EngineFeedItem): readonly AgentSummary[] {
  if (item.type === 'snapshot') return item.agents
  return item.type === 'agent' ? [item.agent] : []
}

/** What is known about the signed head of the log, which an engine renews by itself. */
export interface SigningStatus {
  /** Whether this engine signs. */
  readonly isOn: boolean
  /** When the last head was signed, ms since the epoch; null: none was, or it is not known yet. */
  readonly signedAt: number | null
  /** For the user: why the last attempt failed; null: it did not. */
  readonly problem: string | null
}

/** The status where nothing is signed. */
export const NOT_SIGNING: SigningStatus = { isOn: false, signedAt: null, problem: null }
