import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { type AgentSandbox, parseSandboxLevels, type SandboxLevel, strictestLevel } from '../../../shared/sandbox.ts'
import type { Config } from '../ports/config-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { AGENT_KILLED, type AgentTree } from './agent-tree.ts'
import type { TurnRights } from './turn-rights.ts'

const LEVELS = {
  key: 'agent_sandboxes' as const,
  empty: {},
  parse: parseSandboxLevels,
  damaged: 'The stored levels of the sandbox are damaged.',
}

/**
 * How far the programs of agents are confined: as chosen for the agent, else as its profile says, else as for its
 * parent, and for a root as in config.json. Read from the database on every call, because another engine may have
 * changed it.
 */
export class AgentSandboxes {
  readonly #tree: AgentTree
  readonly #rights: TurnRights
  readonly #config: Config
  readonly #levels: StoredSetting<Readonly<Record<AgentId, SandboxLevel>>>

  constructor(settings: SettingsStore, tree: AgentTree, rights: TurnRights, config: Config) {
    this.#tree = tree
    this.#rights = rights
    this.#config = config
    this.#levels = new StoredSetting<Readonly<Record<AgentId, SandboxLevel>>>(settings, LEVELS)
  }

  async sandboxOf(agentId: AgentId): Promise<Result<AgentSandbox>> {
    const levels = await this.#levels.read()
    if (!levels.ok) return levels
    for (const id of this.#tree.lineage(agentId)) {
      const level = levels.value[id]
      if (level !== undefined) return ok({ level, chosenFor: id, profile: null })
      const profile = this.#tree.get(id)?.profile
      if (profile?.sandbox != null) return ok({ level: profile.sandbox, chosenFor: id, profile: profile.name })
    }
    return ok({ level: this.#config.sandbox, chosenFor: null, profile: null })
  }

  /** Returns the level of the agent's turn: the strictest one of the agents whose rights limit it. */
  async ofTurn(agentId: AgentId): Promise<Result<SandboxLevel>> {
    const [limits, own] = await Promise.all([this.#rights.chainOf(agentId), this.sandboxOf(agentId)])
    if (!limits.ok) return limits
    if (!own.ok) return own
    const levels = [own.value.level]
    for (const id of limits.value) {
      const found = await this.sandboxOf(id)
      if (!found.ok) return found
      levels.push(found.value.level)
    }
    return ok(strictestLevel(levels))
  }

  /** Sets the agent's level from its next call on; null: that of its profile, of its parent, or of config.json. */
  async set(agentId: AgentId, level: SandboxLevel | null): Promise<Result<AgentSandbox>> {
    const agent = this.#tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    if (agent.status === 'killed') return refuse(AGENT_KILLED)
    const changed = await this.setOfFork(agentId, level)
    return changed.ok ? this.sandboxOf(agentId) : changed
  }

  /** Sets the level of an agent that need not exist yet; null removes it. */
  async setOfFork(agentId: AgentId, level: SandboxLevel | null): Promise<Result<null>> {
    const changed = await this.#levels.change(({ [agentId]: _before, ...others }) =>
      level === null ? others : { ...others, [agentId]: level },
    )
    return mapOk(changed, () => null)
  }
}
