import type { AgentSummary } from '../../shared/agent-summary.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'

/** Returns all agents in their current state. */
export async function listAgents(engine: Engine): Promise<readonly AgentSummary[]> {
  const stop = new AbortController()
  for await (const [first] of engine.engine.subscribe(undefined, stop.signal)) {
    stop.abort()
    if (first?.type === 'snapshot') return first.agents
  }
  return []
}

/** Returns the agent whose id starts with a unique prefix. */
export async function findAgent(engine: Engine, prefix: string): Promise<Result<AgentSummary>> {
  // An empty prefix, for example from an unset shell variable, would match the only agent if there is just one.
  if (prefix === '') return refuse('No agent given. `ikigai agents` lists them.')
  const matches = (await listAgents(engine)).filter((agent) => agent.id.startsWith(prefix.toLowerCase()))
  const [first, ...others] = matches
  if (first === undefined) return refuse(`No agent: ${prefix}. \`ikigai agents\` lists them.`)
  if (others.length === 0) return ok(first)
  const names = matches.map((agent) => agent.id).join(', ')
  return refuse(`'${prefix}' is not unique: ${names}`)
}
