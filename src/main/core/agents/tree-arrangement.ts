import type { AgentSummary } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { type ArrangedAgents, parseTreeArrangement } from '../../../shared/tree-order.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { defined } from '../../../shared/defined.ts'

/** The lists of the arrangement that an agent can be in. */
export type ArrangementList = keyof ArrangedAgents

const NOTHING: ArrangedAgents = { archived: [], pinned: [] }

const ARRANGEMENT = {
  key: 'tree_arrangement' as const,
  empty: NOTHING,
  parse: parseTreeArrangement,
  damaged: 'The stored list of archived and pinned agents is damaged.',
}

/**
 * Which agents the user archived and pinned. It is stored as a setting, because it is not part of a conversation. What
 * another engine changes is known after the next `read` or change.
 */
export class TreeArrangement {
  readonly #kept: StoredSetting<ArrangedAgents>
  #archived: ReadonlySet<AgentId> = new Set()
  #pinned: ReadonlySet<AgentId> = new Set()

  constructor(settings: SettingsStore) {
    this.#kept = new StoredSetting(settings, ARRANGEMENT)
  }

  arrangementOf(agentId: AgentId): Pick<AgentSummary, 'archived' | 'pinned'> {
    return defined({
      archived: this.#archived.has(agentId) ? true : undefined,
      pinned: this.#pinned.has(agentId) ? true : undefined,
    })
  }

  /** Reads what is kept. Returns the agents that changed. */
  async read(): Promise<Result<readonly AgentId[]>> {
    return mapOk(await this.#kept.read(), (arrangement) => this.#put(arrangement))
  }

  /** Adds agents to a list or removes them. Returns the agents that changed. */
  async set(list: ArrangementList, agentIds: readonly AgentId[], isIn: boolean): Promise<Result<readonly AgentId[]>> {
    const ids = new Set(agentIds)
    const changed = await this.#kept.change((arrangement) => {
      const others = arrangement[list].filter((id) => !ids.has(id))
      return { ...arrangement, [list]: isIn ? [...others, ...ids] : others }
    })
    return mapOk(changed, (arrangement) => this.#put(arrangement))
  }

  /** Takes an agent and its ancestors (`lineage`) out of the archive. Returns the agents that changed. */
  async bringBack(lineage: readonly AgentId[]): Promise<Result<readonly AgentId[]>> {
    const hidden = lineage.filter((id) => this.#archived.has(id))
    return hidden.length === 0 ? ok([]) : this.set('archived', hidden, false)
  }

  #put({ archived, pinned }: ArrangedAgents): readonly AgentId[] {
    const after = { archived: new Set(archived), pinned: new Set(pinned) }
    const known = new Set([...this.#archived, ...this.#pinned, ...archived, ...pinned])
    const changed = [...known].filter(
      (id) => this.#archived.has(id) !== after.archived.has(id) || this.#pinned.has(id) !== after.pinned.has(id),
    )
    this.#archived = after.archived
    this.#pinned = after.pinned
    return changed
  }
}
