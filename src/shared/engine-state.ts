import type { AgentSummary } from './agent-summary.ts'
import type { ToolServerState } from './tool-list.ts'

/** One line about something that the status bar shows. */
export interface ComponentState {
  readonly state: 'ok' | 'warning' | 'error'
  /** For a person: `embedded`, `The keychain did not answer; using environment and credentials.json`. */
  readonly message: string
}

export interface EngineStatus {
  readonly version: string
  readonly database: ComponentState
  readonly keychain: ComponentState
  /** Servers of tools (MCP), as config.json names them. */
  readonly toolServers: readonly ToolServerState[]
  /** Runs on scripted conversations: no key, no network. */
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
