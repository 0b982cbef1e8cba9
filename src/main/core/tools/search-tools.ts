import type { AgentId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { CALL_TOOL, FIND_TOOLS } from '../../../shared/tool-search.ts'
import type { ApprovalInbox } from '../approvals/approval-inbox.ts'
import type { PrepareResult, RankTools, Tool, ToolBox, ToolOutcome } from '../ports/tool-ports.ts'

/** Results of a search without and with the argument `limit`. */
const FOUND = 5
const MAX_FOUND = 20
/** Characters of definitions in one result; further tools are named only. */
const MAX_CHARACTERS = 40_000

interface Search {
  readonly query: string
  readonly limit: number
}

/** The tool with which a model finds those tools of MCP servers that its requests do not contain. */
export function findToolsTool(toolsOf: ToolBox['tools'], rankTools: RankTools, approvals: ApprovalInbox): Tool {
  return {
    definition: {
      name: FIND_TOOLS,
      description: `Searches the tools of MCP servers, which are not listed here because they are many. Returns names, descriptions and schemas of the best matches; call them with ${CALL_TOOL}.`,
      parameters: FIND_PARAMETERS,
    },
    prepare: async (args, { agentId }): Promise<PrepareResult> => {
      const search = parseSearch(args)
      if (typeof search === 'string') return { ok: false, message: search }
      const run = () => find(search, agentId, toolsOf, rankTools, approvals)
      return { ok: true, call: { subject: search.query, access: 'context', paths: [], isInFolder: true, run } }
    },
  }
}

/**
 * The tool with which a model calls what it has found. The scheduler prepares, approves and runs the call of the found
 * tool itself (`meantCall`), so only calls that name none arrive here.
 */
export function callToolTool(): Tool {
  return {
    definition: {
      name: CALL_TOOL,
      description: `Calls a tool that ${FIND_TOOLS} has returned.`,
      parameters: CALL_PARAMETERS,
    },
    prepare: async () => ({
      ok: false,
      message: `name must be the name of a tool that ${FIND_TOOLS} has returned, and arguments an object by its schema.`,
    }),
  }
}

const FIND_PARAMETERS: JsonObject = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What the tool should do, in a few words, or its name.' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_FOUND,
      description: `How many tools to return. Default ${FOUND}.`,
    },
  },
  required: ['query'],
}

const CALL_PARAMETERS: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'The name of the tool.' },
    arguments: { type: 'object', description: 'Its arguments, by the schema of the tool.', additionalProperties: true },
  },
  required: ['name', 'arguments'],
}

/** Returns the error text for wrong arguments. */
function parseSearch({ query, limit = FOUND }: JsonObject): Search | string {
  if (typeof query !== 'string' || query.trim() === '') return 'query: must be a text.'
  const count = Number(limit ?? FOUND)
  if (!Number.isInteger(count) || count < 1 || count > MAX_FOUND) return `limit: must be 1 to ${MAX_FOUND}.`
  return { query, limit: count }
}

async function find(
  { query, limit }: Search,
  agentId: AgentId,
  toolsOf: ToolBox['tools'],
  rankTools: RankTools,
  approvals: ApprovalInbox,
): Promise<ToolOutcome> {
  const all = toolsOf(agentId).filter(({ server }) => server !== undefined)
  const denied = await approvals.forbidden(
    agentId,
    all.map(({ definition }) => definition.name),
  )
  if (!denied.ok) return { content: denied.error.message, isError: true }
  const tools = all.filter(({ definition }) => !denied.value.has(definition.name))
  const found = withNamedFirst(query, rankTools(query, tools))
  const content = found.length === 0 ? nothingFound(tools) : foundText(found, limit, tools.length)
  return { content, isError: false }
}

/** Tools that the query names come first. */
function withNamedFirst(query: string, ranked: readonly Tool[]): readonly Tool[] {
  const words = new Set(query.split(/[\s,]+/))
  const isNamed = ({ definition }: Tool): boolean => words.has(definition.name)
  return [...ranked.filter(isNamed), ...ranked.filter((tool) => !isNamed(tool))]
}

function foundText(found: readonly Tool[], limit: number, all: number): string {
  const lines: string[] = []
  let room = MAX_CHARACTERS
  for (const { definition } of found.slice(0, limit)) {
    const { name, description, parameters } = definition
    const line = JSON.stringify({ name, description, parameters })
    room -= line.length
    lines.push(
      room < 0 ? JSON.stringify({ name, note: 'The definition is left out here: search for its name.' }) : line,
    )
  }
  const count =
    found.length > lines.length ? `the best ${lines.length} of ${found.length} that match` : `${lines.length}`
  return [`Found ${count}, of ${all.toLocaleString('en-US')} tools:`, ...lines].join('\n')
}

/** Names the servers, so that the next search can be better. */
function nothingFound(tools: readonly Tool[]): string {
  if (tools.length === 0) return 'No tools of MCP servers are available.'
  const counts = new Map<string, number>()
  for (const { server = '' } of tools) counts.set(server, (counts.get(server) ?? 0) + 1)
  const servers = [...counts].map(([server, count]) => `${server} (${count})`)
  return `No tool matches. Use other words. Servers, with how many tools they have: ${servers.join(', ')}.`
}
