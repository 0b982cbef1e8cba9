import type { AgentId } from '../../../shared/ids.ts'
import { isRerunLog } from '../../../shared/rerun.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { Store } from '../ports/log-ports.ts'
import { rerunScope } from './rerun-scope.ts'

/**
 * Returns the agents of a subtree that are run again, parents first: those with an answer, without reruns
 * (docs/behaviour/reruns.md#subtrees). REFUSED if there is none.
 */
export async function rerunAgents(
  agentId: AgentId,
  { tree, store }: { readonly tree: Pick<AgentTree, 'withDescendants'>; readonly store: Pick<Store, 'events'> },
): Promise<Result<readonly AgentId[]>> {
  const found: AgentId[] = []
  for (const { id } of tree.withDescendants(agentId)) {
    const events = await store.events({ agentId: id })
    if (!events.ok) return events
    const isWanted = id === agentId || !isRerunLog(events.value)
    if (isWanted && rerunScope(events.value, undefined).ok) found.push(id)
  }
  return found.length === 0 ? refuse(NONE) : ok(found)
}

const NONE = 'No agent of the subtree has an answer that could be run again.'
