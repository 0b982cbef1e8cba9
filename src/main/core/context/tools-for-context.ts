import type { AgentEvent } from '../../../shared/agent-event.ts'
import { SKILL_TOOL } from '../../../shared/skill.ts'
import { PROVIDERS, type ProviderName } from '../../../shared/providers.ts'
import { FIND_TOOLS, isSearchTool } from '../../../shared/tool-search.ts'
import { foldGrowing } from '../fold-growing.ts'
import type { Config } from '../ports/config-ports.ts'
import type { Tool } from '../ports/tool-ports.ts'
import { toolTokens } from './estimate-tokens.ts'

export interface ToolChoice {
  /** The tools whose definitions a request contains. */
  readonly sent: readonly Tool[]
  /** The tools that the model can only find with `find_tools`. Empty: there is no search. */
  readonly findable: readonly Tool[]
  /** The tools that the API has no room for, and that cannot be found either. */
  readonly leftOut: readonly Tool[]
}

/** OpenAI and Mistral refuse more tools in a request. The provider's own tools are counted too. */
const MOST_TOOLS = 120

type SearchLimit = Config

/**
 * Returns the tools for a context. It depends on recorded events, the given tools, the setting and the provider alone,
 * so that a repeated request begins with the same bytes:
 *
 * - The tool that loads skills is offered only to a model that has the list of skills.
 * - If the definitions of MCP tools exceed the limit, or are more than the provider's API accepts, these are found with
 *   `find_tools` and called with `call_tool`. Without these two, the last tools of the servers are left out.
 *   What is found is not added to the request's tools: a changed list of tools would invalidate caches of providers.
 *   A context in which tools were found keeps the search, even if some servers are gone.
 */
export function toolChoice(
  items: readonly AgentEvent[],
  tools: readonly Tool[],
  { toolSearchAbove }: SearchLimit,
  provider: ProviderName,
): ToolChoice {
  const offered = hasSkills(items) ? tools : tools.filter(({ definition }) => definition.name !== SKILL_TOOL)
  const own = offered.filter(({ server }) => server === undefined)
  const ofServers = offered.filter(({ server }) => server !== undefined)
  const { maxTools } = PROVIDERS[provider].tools
  const all = offered.filter(({ definition }) => !isSearchTool(definition.name))
  const tooMany = maxTools === null ? 0 : Math.max(0, all.length - maxTools)
  const isLarge =
    toolSearchAbove !== null &&
    (hasFoundTools(items) || tokensOf(ofServers) > toolSearchAbove || offered.length > MOST_TOOLS)
  const canSearch = own.some(({ definition }) => definition.name === FIND_TOOLS)
  if (canSearch && (isLarge || tooMany > 0)) {
    return { sent: own.map((tool) => withServers(tool, ofServers)), findable: ofServers, leftOut: [] }
  }
  const leftOut = new Set(tooMany === 0 ? [] : ofServers.slice(-tooMany))
  return { sent: all.filter((tool) => !leftOut.has(tool)), findable: [], leftOut: [...leftOut] }
}

/** The tools that a request for a context contains. */
export function toolsForContext(
  items: readonly AgentEvent[],
  tools: readonly Tool[],
  config: SearchLimit,
  provider: ProviderName,
): readonly Tool[] {
  return toolChoice(items, tools, config, provider).sent
}

/** Returns those of the tools that a model with this context can call: what is sent, and what can be found. */
export function usableTools(
  items: readonly AgentEvent[],
  tools: readonly Tool[],
  config: SearchLimit,
  provider: ProviderName,
): readonly Tool[] {
  const { sent, findable } = toolChoice(items, tools, config, provider)
  const names = new Set([...sent, ...findable].map(({ definition }) => definition.name))
  return tools.filter(({ definition }) => names.has(definition.name))
}

/** Whether a list of skills is in force at the end of a context. */
export const hasSkills = foldGrowing<AgentEvent, boolean>(
  () => false,
  (has, event) => (event.kind === 'instructions' && event.data.origin === 'skills' ? event.content !== null : has),
)

/** Whether the context has a result of `find_tools`. */
const hasFoundTools = foldGrowing<AgentEvent, boolean>(
  () => false,
  (has, event) =>
    has || (event.kind === 'tool_result' && event.data.name === FIND_TOOLS && event.data.is_error !== true),
)

/** Estimates the tokens of the definitions. */
function tokensOf(tools: readonly Tool[]): number {
  return tools.reduce((sum, { definition }) => sum + toolTokens(definition), 0)
}

/** Servers that are named in the description of `find_tools`. */
const MAX_NAMED = 60

/** The tool; `find_tools` with the names of the servers whose tools it finds. */
function withServers(tool: Tool, ofServers: readonly Tool[]): Tool {
  if (tool.definition.name !== FIND_TOOLS) return tool
  const names = [...new Set(ofServers.flatMap(({ server }) => server ?? []))].toSorted()
  if (names.length === 0) return tool
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  const description = `${tool.definition.description} Servers: ${names.slice(0, MAX_NAMED).join(', ')}${more}.`
  return { ...tool, definition: { ...tool.definition, description } }
}
