import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { EngineFeedItem, EngineStatus } from '../../shared/engine-state.ts'
import type { AgentId } from '../../shared/ids.ts'

/** All agents and the state of the engine, from the engine's feed. */
export interface AgentTreeState {
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
  /** Null until the first snapshot. */
  readonly status: EngineStatus | null
}

export type AgentTreeStore = StoreApi<AgentTreeState>

const EMPTY_AGENT_TREE: AgentTreeState = { agents: new Map(), status: null }

export function createAgentTreeStore(): AgentTreeStore {
  return createStore(() => EMPTY_AGENT_TREE)
}

/** Applies a batch of the engine's feed. Creates at most one new map per batch. */
export function applyEngineItems(state: AgentTreeState, items: readonly EngineFeedItem[]): AgentTreeState {
  const agents = new Map(state.agents)
  let status = state.status
  for (const item of items) {
    switch (item.type) {
      case 'snapshot':
        agents.clear()
        for (const agent of item.agents) agents.set(agent.id, agent)
        status = item.status
        break
      case 'agent':
        agents.set(item.agent.id, item.agent)
        break
      case 'status':
        status = item.status
        break
      default:
        assertNever(item)
    }
  }
  return { agents, status }
}

/** Adds agents that a call returned before the feed reports them. Later items of the feed replace them. */
export function withAgents(state: AgentTreeState, added: readonly AgentSummary[]): AgentTreeState {
  const agents = new Map(state.agents)
  for (const agent of added) if (!agents.has(agent.id)) agents.set(agent.id, agent)
  return { ...state, agents }
}
