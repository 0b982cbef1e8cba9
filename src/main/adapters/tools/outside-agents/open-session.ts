import type { ToolServerConfig } from '../../../core/ports/config-ports.ts'
import type { OutsideAgent } from '../../../../shared/outside-agent.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { type OpenedSession, parseSession } from './agent-messages.ts'
import type { AgentProgram } from './agent-program.ts'
import type { PromptPlan } from './plan-prompt.ts'

/** The MCP servers of config.json. */
export type SessionServers = Readonly<Record<string, ToolServerConfig>>

export interface SessionParts {
  readonly program: AgentProgram
  readonly folder: string
  readonly servers: SessionServers
  readonly agent: OutsideAgent | undefined
  /** `AGENT` or `AGENT/MODEL`. */
  readonly model: string
}

/**
 * Opens the session of a plan and sets its options; null: the session that it goes on from cannot be continued or
 * copied. Rejects with the agent's error if a new one cannot be opened.
 */
export async function openSession(plan: PromptPlan, parts: SessionParts): Promise<string | null> {
  const { program, folder, agent } = parts
  const mcpServers = agent?.mcp_servers === false ? [] : serverList(parts.servers, program.abilities.usesHttpServers)
  const surroundings = { cwd: folder, mcpServers }
  const method = methodOf(plan, program)
  if (method === null) return null
  const params = plan.session === null ? surroundings : { sessionId: plan.session, ...surroundings }
  const asked = program.request(method, params).then(parseSession)
  // A session that is gone is no failure: the conversation goes on as text.
  const opened = plan.session === null ? await asked : await asked.catch(() => null)
  if (opened === null) return null
  const session = opened.sessionId ?? plan.session
  if (session !== null) await setOptions(session, opened, parts)
  return session
}

function methodOf({ type }: PromptPlan, { abilities }: AgentProgram): string | null {
  if (type === 'new') return 'session/new'
  if (type === 'fork') return abilities.forks ? 'session/fork' : null
  if (abilities.resumes) return 'session/resume'
  return abilities.loads ? 'session/load' : null
}

/** Sets the options of the entry, and the model behind the agent's name. Options that the agent does not have are left out. */
async function setOptions(
  sessionId: string,
  opened: OpenedSession,
  { program, agent, model }: SessionParts,
): Promise<void> {
  const own = model.split('/').slice(1).join('/')
  const wanted = { ...agent?.options, ...(own !== '' && { model: own }) }
  for (const [id, value] of Object.entries(wanted)) {
    const option = opened.configOptions?.find((each) => each.id === id || each.category === id)
    if (option !== undefined) {
      const boolean = typeof value === 'boolean' ? { type: 'boolean' } : {}
      await program.request('session/set_config_option', { sessionId, configId: option.id, value, ...boolean })
    } else if (id === 'mode' && typeof value === 'string' && opened.modes != null) {
      await program.request('session/set_mode', { sessionId, modeId: value })
    }
  }
}

function serverList(servers: SessionServers, usesHttp: boolean): readonly JsonObject[] {
  return Object.entries(servers).flatMap(([name, server]): readonly JsonObject[] => {
    if (server.transport === 'stdio') {
      const { command, args, env } = server
      return [{ name, command, args, env: pairs(env) }]
    }
    return usesHttp ? [{ type: 'http', name, url: server.url, headers: pairs(server.headers) }] : []
  })
}

function pairs(values: Readonly<Record<string, string>>): readonly JsonObject[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}
