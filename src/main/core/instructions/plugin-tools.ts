import type { AgentId } from '../../../shared/ids.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { KeyedQueue } from '../keyed-queue.ts'
import type { PluginPlace, PluginServer, PluginServers } from '../ports/plugin-ports.ts'
import type { SandboxLevelOf } from '../ports/sandbox-ports.ts'
import type { FolderOf, ForeignDefinition, PreparedCall, Tool, ToolCallSite, ToolOutcome } from '../ports/tool-ports.ts'
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
  readonly tree: AgentTree
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

  /** As of the last `ready`. A call runs where the agent may use the plugin by then, or is refused. */
  tools(agentId: AgentId): readonly Tool[] {
    return this.#running(agentId).map(({ definition, foreign, server }) => {
      const prepare: Tool['prepare'] = async (args, site) => {
        const tool = await this.#usedNow(site.agentId, foreign)
        if (tool === null) return { ok: false, message: `${server} is switched off, or does not run now.` }
        const prepared = await tool.prepare(args, site)
        return prepared.ok ? { ok: true, call: this.#unlessMoved(prepared.call, site, foreign) } : prepared
      }
      return { definition, prepare }
    })
  }

  /** The call is prepared anew where the agent works at another place by the time that it runs. */
  #unlessMoved(call: PreparedCall, { agentId }: ToolCallSite, foreign: ForeignDefinition): PreparedCall {
    const before = this.#places.get(agentId)
    const isMoved = async (): Promise<boolean> => {
      const tool = await this.#usedNow(agentId, foreign)
      const place = this.#places.get(agentId)
      return tool === null || before === undefined || place === undefined || keyOf(place) !== keyOf(before)
    }
    return { ...call, run: async (run) => ((await isMoved()) ? MOVED : call.run(run)) }
  }

  /** Returns the tool of the place where the agent works now; null: it may not be used there. */
  async #usedNow(agentId: AgentId, { hash }: ForeignDefinition): Promise<ServerTool | null> {
    await this.#update(agentId)
    return this.#running(agentId).find(({ foreign }) => foreign.hash === hash) ?? null
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

const MOVED: ToolOutcome = {
  content: 'What this call may do was changed while it waited, so it did not run.',
  isError: true,
  isStale: true,
}

function keyOf({ folder, level }: PluginPlace): string {
  return `${level} ${folder}`
}
