import type { ToolServerConfig } from '../../../core/ports/config-ports.ts'
import type { OutsideAgent } from '../../../../shared/outside-agent.ts'
import type { OutsideValue, OutsideValues } from '../../../../shared/outside-session.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { type OpenedSession, parseSession } from './agent-messages.ts'
import type { AgentProgram } from './agent-program.ts'
import type { PromptPlan } from './plan-prompt.ts'
import { planOptions } from './plan-options.ts'
import { optionRequest, withValue } from './session-offer.ts'

/** The MCP servers of config.json. */
export type SessionServers = Readonly<Record<string, ToolServerConfig>>

export interface SessionParts {
  readonly program: AgentProgram
  readonly folder: string
  readonly servers: SessionServers
  readonly agent: OutsideAgent | undefined
  /** `AGENT` or `AGENT/MODEL`. */
  readonly model: string
  /** What the user chose for this agent of the tree. */
  readonly chosen: OutsideValues
}

/** A session, and what its program said when it was opened, brought up to date. */
export interface Opened {
  readonly session: string
  readonly opened: OpenedSession
}

/**
 * Opens the session of a plan and sets its options; null: the session that it goes on from cannot be continued or
 * copied. Rejects with the agent's error if a new one cannot be opened.
 */
export async function openSession(plan: PromptPlan, parts: SessionParts): Promise<Opened | null> {
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
  if (session === null) return null
  return { session, opened: await withOptions(session, opened, parts) }
}

async function withOptions(session: string, opened: OpenedSession, parts: SessionParts): Promise<OpenedSession> {
  let now = opened
  for (const option of planOptions(opened, parts))
    now = await setOption(parts.program, { session, opened: now }, option)
  return now
}

/** Sets an option, and returns the session as it is then. Rejects with the agent's error. */
export async function setOption(
  program: AgentProgram,
  { session, opened }: Opened,
  option: readonly [string, OutsideValue],
): Promise<OpenedSession> {
  const request = optionRequest(session, opened, option)
  if (request === null) return opened
  return withValue(opened, option, await program.request(request.method, request.params))
}

function methodOf({ type }: PromptPlan, { abilities }: AgentProgram): string | null {
  if (type === 'new') return 'session/new'
  if (type === 'fork') return abilities.forks ? 'session/fork' : null
  if (abilities.resumes) return 'session/resume'
  return abilities.loads ? 'session/load' : null
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
