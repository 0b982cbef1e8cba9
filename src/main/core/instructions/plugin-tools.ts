import type { AgentId } from '../../../shared/ids.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { KeyedQueue } from '../keyed-queue.ts'
import type { PluginPlace, PluginServer, PluginServers } from '../ports/plugin-ports.ts'
import type { SandboxLevelOf } from '../ports/sandbox-ports.ts'
import type { FolderOf, Tool } from '../ports/tool-ports.ts'
import type { ServerTool } from '../ports/tool-server-ports.ts'
import type { AgentInstructions } from './agent-instructions.ts'
import type { Skills } from './skills.ts'

export interface PluginToolDependencies {
  /** Missing: servers of plugins are not started. */
  readonly pluginServers?: PluginServers | undefined
  readonly skills: Pick<Skills, 'servers'>
  readonly folderOf: FolderOf
  readonly sandboxLevelOf: SandboxLevelOf
  readonly instructions: Pick<AgentInstructions, 'isOn'>
  readonly tree: Pick<AgentTree, 'get'>
}

/** The tools of plugins, by agent (docs/behaviour/instructions.md#plugins). */
export class PluginTools {
  readonly #dependencies: PluginToolDependencies
  /** Where the servers of each agent run. An agent without servers has none. */
  readonly #places = new Map<AgentId, PluginPlace>()
  /** Those of one agent, one at a time. No agent waits for what is read for another. */
  readonly #order = new KeyedQueue()
  /** How many readings of the switches have begun, and by place which of them was used last: no older one replaces it. */
  #readings = 0
  readonly #used = new Map<string, number>()

  constructor(dependencies: PluginToolDependencies) {
    this.#dependencies = dependencies
  }

  /** Starts what the agent's folder has now, ends what it no longer has, and waits a few seconds at most. */
  async ready(agentId: AgentId, signal: AbortSignal): Promise<void> {
    if (this.#dependencies.pluginServers === undefined) return
    await this.#update(agentId)
    const place = this.#places.get(agentId)
    if (place !== undefined) await this.#dependencies.pluginServers.ready(place, signal)
  }

  /** As of the last `ready`. A call is refused if its plugin may no longer be used by then. */
  tools(agentId: AgentId): readonly Tool[] {
    return this.#running(agentId).map((tool) => ({
      definition: tool.definition,
      prepare: async (args, site) => {
        await this.#update(site.agentId)
        const isUsed = this.#running(site.agentId).some((each) => each.foreign.hash === tool.foreign.hash)
        return isUsed
          ? tool.prepare(args, site)
          : { ok: false, message: `${tool.server} is switched off, or does not run now.` }
      },
    }))
  }

  missing(agentId: AgentId): readonly string[] {
    const place = this.#places.get(agentId)
    return place === undefined ? [] : (this.#dependencies.pluginServers?.missing(place) ?? [])
  }

  /** After a change of trust, of a switch or of the tree: ends what may no longer run. */
  async refresh(): Promise<void> {
    await Promise.all([...this.#places.keys()].map((agentId) => this.#update(agentId)))
  }

  #running(agentId: AgentId): readonly ServerTool[] {
    const place = this.#places.get(agentId)
    return place === undefined ? [] : (this.#dependencies.pluginServers?.tools(place) ?? [])
  }

  #update(agentId: AgentId): Promise<void> {
    return this.#order.run(agentId, async () => {
      const reading = ++this.#readings
      const wanted = await this.#wanted(agentId)
      this.#move(agentId, wanted?.place ?? null)
      if (wanted === null || reading < (this.#used.get(keyOf(wanted.place)) ?? 0)) return
      this.#used.set(keyOf(wanted.place), reading)
      this.#dependencies.pluginServers?.configure(wanted.place, wanted.servers)
    })
  }

  /** Null: none may run, also if that cannot be found out. */
  async #wanted(agentId: AgentId): Promise<{ place: PluginPlace; servers: readonly PluginServer[] } | null> {
    const { skills, folderOf, sandboxLevelOf, instructions, tree } = this.#dependencies
    if (tree.get(agentId)?.status !== 'running') return null
    const [folder, level, isOn] = await Promise.all([
      folderOf(agentId),
      sandboxLevelOf(agentId),
      instructions.isOn(agentId),
    ])
    if (!folder.ok || !level.ok || !isOn.ok || !isOn.value) return null
    const servers = await skills.servers(folder.value)
    if (!servers.ok || servers.value.length === 0) return null
    // Without a sandbox no server of a plugin runs, so there is no weaker level than this.
    const place = { folder: folder.value, level: level.value === 'off' ? 'workspace' : level.value } as const
    return { place, servers: servers.value }
  }

  /** The servers of a place end with its last agent. */
  #move(agentId: AgentId, to: PluginPlace | null): void {
    const from = this.#places.get(agentId)
    if (to === null) this.#places.delete(agentId)
    else this.#places.set(agentId, to)
    if (from === undefined || [...this.#places.values()].some((place) => keyOf(place) === keyOf(from))) return
    this.#dependencies.pluginServers?.configure(from, [])
  }
}

function keyOf({ folder, level }: PluginPlace): string {
  return `${level} ${folder}`
}
