import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import type { Home } from '../../../shared/home.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { SandboxLevel } from '../../../shared/sandbox.ts'
import { narrowedProfile } from '../../../shared/withheld.ts'
import { AGENT_KILLED, type AgentTree } from '../agents/agent-tree.ts'
import type { Change } from '../ports/log-ports.ts'
import type { CommandServices } from './command-services.ts'

const IS_HERE = 'The home of this agent is this one already.'

/**
 * Gives an agent and those below it that have the same home to this home. They work in `folder` (null: the workspace),
 * with the rules, the trust and the keys of this home, and with no allowance of the former one.
 */
export async function takeOver(
  { agentId, folder }: { readonly agentId: AgentId; readonly folder: string | null },
  services: CommandServices,
): Promise<Result<readonly AgentSummary[]>> {
  const { registry, homes, folders, hub, resolveFolder, workspace } = services
  const { tree } = registry
  const agent = tree.get(agentId)
  if (agent === undefined) return refuse(`No agent: ${agentId}`)
  if (homes.isHere(agent)) return refuse(IS_HERE)
  if (agent.status === 'killed') return refuse(AGENT_KILLED)
  const resolved = folder === null ? ok(workspace) : await resolveFolder(folder)
  if (!resolved.ok) return resolved
  const from = homes.other(agent)
  const change = takeOverChange(tree, agent, {
    from: from === null ? null : { id: from.id, label: from.label },
    to: homes.own,
    folder: resolved.value,
    sandbox: services.config.sandbox,
  })
  // Before it runs here, so that no call of it works elsewhere.
  const placed = await folders.set(agentId, resolved.value)
  if (!placed.ok) return placed
  const recorded = await hub.record(change)
  if (!recorded.ok) return recorded
  const taken = (change.takenOver ?? []).flatMap((each) => tree.get(each.agentId) ?? [])
  return ok(taken.map((each) => registry.summary(each)))
}

interface TakingOver {
  readonly from: Home | null
  readonly to: Home
  readonly folder: string
  /** Of config.json of the home that takes over. */
  readonly sandbox: SandboxLevel
}

/** The commit that gives an agent, and those below it with the same home, to another home. */
function takeOverChange(tree: AgentTree, agent: AgentRecord, { from, to, folder, sandbox }: TakingOver): Change {
  const agents = tree.withDescendants(agent.id).filter(({ home, status }) => home === agent.home && status !== 'killed')
  return {
    takenOver: agents.map(({ id, home = null, profile }) => ({
      agentId: id,
      from: home,
      profile: narrowedProfile(profile ?? null, sandbox).profile,
    })),
    events: agents.map(({ id }) => ({
      agentId: id,
      turnId: null,
      kind: 'taken_over',
      content: null,
      data: { from, to, folder },
    })),
  }
}
