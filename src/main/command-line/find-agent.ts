import type { AgentSummary } from '../../shared/agent-summary.ts'
import { refused } from '../../shared/app-error.ts'
import type { Outcome } from '../../shared/contract.ts'
import type { Engine } from '../core/engine.ts'

/** All agents, as the tree shows them now. */
export async function listAgents(engine: Engine): Promise<readonly AgentSummary[]> {
  const stop = new AbortController()
  for await (const [first] of engine.subscribe(stop.signal)) {
    stop.abort()
    if (first?.type === 'snapshot') return first.agents
  }
  return []
}

/** The agent that a unique prefix means. */
export async function findAgent(engine: Engine, prefix: string): Promise<Outcome<AgentSummary>> {
  // What an unset variable of a shell leaves would otherwise be the only agent there is.
  if (prefix === '') return { ok: false, error: refused('No agent named. `ikigai agents` lists them.') }
  const matches = (await listAgents(engine)).filter((agent) => agent.id.startsWith(prefix.toLowerCase()))
  const [first, ...others] = matches
  if (first === undefined) return { ok: false, error: refused(`No agent: ${prefix}. \`ikigai agents\` lists them.`) }
  if (others.length === 0) return { ok: true, value: first }
  const names = matches.map((agent) => agent.id).join(', ')
  return { ok: false, error: refused(`'${prefix}' is not unique: ${names}`) }
}
