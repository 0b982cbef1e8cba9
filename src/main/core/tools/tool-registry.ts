import type { AgentProfile } from '../../../shared/agent-profile.ts'
import type { ListedTool, ToolList } from '../../../shared/tool-list.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { hasTool } from '../approvals/profile-rights.ts'
import type { Tool, ToolBox, ToolServers } from '../ports/tool-ports.ts'

/** The sources of tools: built-in tools, which every agent has, and MCP servers. */
export interface ToolSources {
  /** The tools of the adapters and `slash`. */
  readonly builtIn: readonly Tool[]
  readonly servers: ToolServers
  /** The profile of an agent; undefined: it has none. */
  readonly profileOf: (agentId: AgentId) => AgentProfile | undefined
}

/** All tools, sorted by name. If a server's tool has the name of a built-in tool, the built-in tool is used. */
export class ToolRegistry implements ToolBox {
  readonly #sources: ToolSources

  constructor(sources: ToolSources) {
    this.#sources = sources
  }

  async ready(signal: AbortSignal): Promise<void> {
    this.#sources.servers.start()
    await this.#sources.servers.ready(signal)
  }

  tools(agentId: AgentId): readonly Tool[] {
    const { builtIn, servers, profileOf } = this.#sources
    const profile = profileOf(agentId)
    const byName = new Map([...servers.tools(), ...builtIn].map((tool) => [tool.definition.name, tool]))
    const own = [...byName.values()].filter(({ definition }) => hasTool(profile, definition.name))
    return own.toSorted(byToolName)
  }

  async list(signal: AbortSignal): Promise<ToolList> {
    await this.ready(signal)
    const { builtIn, servers } = this.#sources
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
