import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { ApprovalRule, ApprovalScope } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, ok, type Result } from '../../../shared/result.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { ForkPlace } from './fork-place.ts'
import { systemEvent } from './system-command.ts'
import type { CommandServices } from './command-services.ts'

/**
 * Gives the children that will be forked from `place` the folder, the sandbox level and the restrictions of the agent
 * that the user forked. What the user allowed that agent is not carried over.
 */
export async function carrySettings(
  agent: AgentRecord,
  { owner }: Pick<ForkPlace, 'owner'>,
  children: readonly AgentId[],
  services: CommandServices,
): Promise<Result<null>> {
  const { registry, rules } = services
  const stored = await rules.all()
  if (!stored.ok) return stored
  const restrictions = restrictionsOf(stored.value, agent.id, {
    from: registry.tree.lineage(agent.id),
    to: registry.tree.lineage(owner.id),
  })
  for (const childId of children) {
    const placed = owner.id === agent.id ? DONE : await carryPlace(agent, owner, childId, services)
    if (!placed.ok) return placed
    for (const { id: _id, createdAt: _createdAt, scope, ...rule } of restrictions) {
      const added = await rules.add({ ...rule, scope: scopeOf(scope, childId) })
      if (!added.ok) return added
    }
  }
  return DONE
}

/** The rules that restrict the agent and would not restrict a child of the last lineage. */
function restrictionsOf(
  rules: readonly ApprovalRule[],
  agentId: AgentId,
  { from, to }: { readonly from: readonly AgentId[]; readonly to: readonly AgentId[] },
): readonly ApprovalRule[] {
  return rules.filter(({ action, scope }) => {
    if (action === 'allow' || scope.type === 'everywhere') return false
    if (scope.type === 'agent') return scope.agentId === agentId
    return from.includes(scope.agentId) && !to.includes(scope.agentId)
  })
}

function scopeOf({ type }: ApprovalScope, agentId: AgentId): ApprovalScope {
  return type === 'everywhere' ? { type } : { type, agentId }
}

async function carryPlace(
  agent: AgentRecord,
  owner: AgentRecord,
  childId: AgentId,
  { folders, sandboxes }: CommandServices,
): Promise<Result<null>> {
  const folder = await folders.folderOf(agent.id)
  if (!folder.ok) return folder
  // Nothing is inherited from an agent of another home.
  const inherited = owner.home === undefined ? await folders.folderOf(owner.id) : ok(null)
  if (!inherited.ok) return inherited
  if (folder.value.folder !== inherited.value?.folder) {
    const set = await folders.setOfFork(childId, folder.value.folder)
    if (!set.ok) return set
  }
  const [level, above] = [await sandboxes.sandboxOf(agent.id), await sandboxes.sandboxOf(owner.id)]
  if (!level.ok) return level
  if (!above.ok) return above
  const given = agent.profile?.sandbox ?? above.value.level
  return level.value.level === given ? DONE : sandboxes.setOfFork(childId, level.value.level)
}

/** The events that give a child of `place` the system prompt and the options that `agent` has now. */
export async function settingEvents(
  agent: AgentRecord,
  { inherited }: ForkPlace,
  contexts: AgentContexts,
): Promise<Result<(childId: AgentId) => readonly NewEvent[]>> {
  if (inherited === null) return ok(() => [])
  const wanted = await contexts.contextOf(agent.id)
  if (!wanted.ok) return wanted
  const { system, options } = wanted.value
  const hasSystem = (system ?? '') === (inherited.system ?? '')
  const hasOptions = JSON.stringify(options) === JSON.stringify(inherited.options)
  return ok((agentId) => [
    ...(hasSystem ? [] : [systemEvent(agentId, system ?? '')]),
    ...(hasOptions ? [] : [{ agentId, turnId: null, kind: 'options', content: null, data: { options } } as const]),
  ])
}
