import type { AgentProfile } from '../../../shared/agent-profile.ts'
import {
  type ListedTool,
  missingLines,
  serverToolPrefix,
  type ToolList,
  type ToolServerState,
} from '../../../shared/tool-list.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { hasTool } from '../approvals/approval-rules.ts'
import type { Tool, ToolBox } from '../ports/tool-ports.ts'
import type { ToolServers } from '../ports/tool-server-ports.ts'

/** The sources of tools: built-in tools and MCP servers, which every agent has, and plugins. */
export interface ToolSources {
  /** The tools of the adapters and `slash`. */
  readonly builtIn: readonly Tool[]
  readonly servers: ToolServers
  /** The tools that an agent has from plugins. */
  readonly plugins: ToolBox
  /** The profile of an agent; undefined: it has none. */
  readonly profileOf: (agentId: AgentId) => AgentProfile | undefined
}

/**
 * All tools, sorted by name. Of several with one name a built-in tool is used, else that of a server in config.json.
 */
export class ToolRegistry implements ToolBox {
  readonly #sources: ToolSources

  constructor(sources: ToolSources) {
    this.#sources = sources
  }

  async ready(agentId: AgentId, signal: AbortSignal): Promise<void> {
    const { servers, plugins } = this.#sources
    servers.start()
    await Promise.all([servers.ready(signal), plugins.ready(agentId, signal)])
  }

  tools(agentId: AgentId): readonly Tool[] {
    const { builtIn, servers, plugins, profileOf } = this.#sources
    const profile = profileOf(agentId)
    const all: readonly Tool[] = [...plugins.tools(agentId), ...servers.tools(), ...builtIn]
    const byName = new Map(all.map((tool) => [tool.definition.name, tool]))
    const own = [...byName.values()].filter(({ definition }) => hasTool(profile, definition.name))
    return own.toSorted(byToolName)
  }

  missing(agentId: AgentId): readonly string[] {
    const { servers, plugins, profileOf } = this.#sources
    const tools = profileOf(agentId)?.tools ?? null
    // A profile that names no tool of a server does not miss it.
    const isWanted = ({ name }: ToolServerState): boolean =>
      tools === null || tools.some((pattern) => pattern.startsWith('*') || pattern.startsWith(serverToolPrefix(name)))
    return [...servers.states().filter(isWanted).flatMap(missingLines), ...(plugins.missing?.(agentId) ?? [])]
  }

  /** The tools of all agents, without those of plugins. */
  async list(signal: AbortSignal): Promise<ToolList> {
    const { builtIn, servers } = this.#sources
    servers.start()
    await servers.ready(signal)
    const listed = (tool: Tool, server: string | null): ListedTool => {
      const { name, description } = tool.definition
      return { name, description, server }
    }
    const own = builtIn.toSorted(byToolName).map((tool) => listed(tool, null))
    const theirs = servers.tools().map((tool) => listed(tool, tool.server))
    return { tools: [...own, ...theirs], servers: servers.states() }
  }
}

function byToolName(a: Tool, b: Tool): number {
  return a.definition.name < b.definition.name ? -1 : 1
}
