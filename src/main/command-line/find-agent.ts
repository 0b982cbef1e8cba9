import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { StoredKey } from '../../shared/home-settings.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { meantName } from '../../shared/nearest-name.ts'
import { mapOk, ok, refuse, type Result } from '../../shared/result.ts'
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

/** Names the agent that was probably meant: by its name, or by an id that was typed wrongly. Empty: none is near. */
function nearText(given: string, agents: readonly AgentSummary[]): string {
  const name = agents.some((agent) => agent.name === given)
    ? given
    : meantName(
        given,
        agents.map((agent) => agent.name),
      )
  const named = agents.find((agent) => agent.name !== '' && agent.name === name)
  const ids = agents.map(({ id }) => id.slice(0, given.length))
  const typed = given.length < SHORT_ID ? null : meantName(given, ids)
  const near = named?.id ?? (typed === null ? undefined : agents.find(({ id }) => id.startsWith(typed))?.id)
  return near === undefined
    ? ''
    : ` Did you mean ${shortAgentId(near)}${named === undefined ? '' : `, which is named “${named.name}”`}?`
}

/** A shorter id is near to too many. */
const SHORT_ID = 6

/** Returns the agent whose id starts with a unique prefix. */
export async function findAgent(engine: Engine, prefix: string): Promise<Result<AgentSummary>> {
  // An empty prefix, for example from an unset shell variable, would match the only agent if there is just one.
  if (prefix === '') return refuse('No agent given. `ikigai agents` lists them.')
  const agents = await listAgents(engine)
  const matches = agents.filter((agent) => agent.id.startsWith(prefix.toLowerCase()))
  const [first, ...others] = matches
  if (first === undefined)
    return refuse(`No agent: ${prefix}.${nearText(prefix, agents)} \`ikigai agents\` lists them.`)
  if (others.length === 0) return ok(first)
  const names = matches.map((agent) => agent.id).join(', ')
  return refuse(`'${prefix}' is not unique: ${names}`)
}

/** Returns the name of the setting for the agent of the last `ikigai run` in a folder (absolute, symlinks resolved). */
function settingOf(folder: string): StoredKey {
  return `last_run:${folder}`
}

/** Ignores errors, because a run without a saved agent is still successful: `--agent` works without it. */
export async function rememberRun(engine: Engine, folder: string, agentId: AgentId): Promise<void> {
  await engine.local.setSetting(settingOf(folder), agentId)
}

/** Returns the agent of the last run in the folder. */
export async function lastRunAgent(engine: Engine, folder: string): Promise<Result<AgentId>> {
  const stored = await engine.settings.get({ key: settingOf(folder) })
  if (typeof stored !== 'string') {
    return refuse(`No agent to continue: nothing was run in ${folder} yet. Leave --continue out.`)
  }
  const found = await findAgent(engine, stored)
  return mapOk(found, ({ id }) => id)
}
