import type { AgentId } from '../../../shared/ids.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { outsideEntryOf } from '../../../shared/outside-agent.ts'
import { type OutsideValue, type OutsideValues, parseChosenOptions } from '../../../shared/outside-session.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import { DONE, mapOk, refuse, type Result } from '../../../shared/result.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { OutsideAgents } from '../ports/provider-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { AGENT_KILLED, type AgentTree } from './agent-tree.ts'

/** Values by agent, then by the program that they are for. */
export type ChosenValues = Readonly<Record<AgentId, Readonly<Record<string, OutsideValues>>>>

const CHOSEN = {
  key: 'outside_options' as const,
  empty: {},
  parse: parseChosenOptions,
  damaged: 'The stored settings of outside agents are damaged.',
}

/** The settings of outside agents that a user chose: those of an agent hold for its descendants too. */
export class OutsideOptions {
  readonly #tree: AgentTree
  readonly #chosen: StoredSetting<ChosenValues>

  constructor(settings: SettingsStore, tree: AgentTree) {
    this.#tree = tree
    this.#chosen = new StoredSetting<ChosenValues>(settings, CHOSEN)
  }

  /** Returns what was chosen for the agent and one program; what is nearer to the agent replaces what is above it. */
  async valuesOf(agentId: AgentId, program: string): Promise<Result<OutsideValues>> {
    const lineage = this.#tree.lineage(agentId).toReversed()
    return mapOk(await this.#chosen.read(), (chosen) =>
      lineage.reduce<OutsideValues>((values, id) => ({ ...values, ...chosen[id]?.[program] }), {}),
    )
  }

  /** Sets it in the running session, if there is one, and for later ones. */
  async set(
    agentId: AgentId,
    [id, value]: readonly [string, OutsideValue],
    outside: OutsideAgents | null,
  ): Promise<Result<null>> {
    const agent = this.#tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    if (agent.status === 'killed') return refuse(AGENT_KILLED)
    if (agent.choice?.provider !== OUTSIDE || outside === null) return refuse('No outside agent answers here.')
    const set = await outside.setOption(agentId, id, value)
    if (!set.ok) return set
    const program = outsideEntryOf(wireModelName(agent.choice))
    const stored = await this.#chosen.change((chosen) => {
      const own = chosen[agentId] ?? {}
      return { ...chosen, [agentId]: { ...own, [program]: { ...own[program], [id]: value } } }
    })
    return stored.ok ? DONE : stored
  }
}
