import type { AgentSummary } from '../../shared/agent-summary.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'

/** All agents, as the tree shows them now. */
export async function listAgents(engine: Engine): Promise<readonly AgentSummary[]> {
  const stop = new AbortController()
  for await (const [first] of engine.engine.subscribe(undefined, stop.signal)) {
    stop.abort()
    if (first?.type === 'snapshot') return first.agents
  }
  return []
}

/** The agent that a unique prefix means. */
export async function findAgent(engine: Engine, prefix: string): Promise<Result<AgentSummary>> {
  // What an unset variable of a shell leaves would otherwise be the only agent there is.
  if (prefix === '') return refuse('No agent named. `ikigai agents` lists them.')
  const matches = (await listAgents(engine)).filter((agent) => agent.id.startsWith(prefix.toLowerCase()))
  const [first, ...others] = matches
  if (first === undefined) return refuse(`No agent: ${prefix}. \`ikigai agents\` lists them.`)
  if (others.length === 0) return ok(first)
  const names = matches.map((agent) => agent.id).join(', ')
  return refuse(`'${prefix}' is not unique: ${names}`)
}
