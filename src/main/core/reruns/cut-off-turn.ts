import type { RerunDependencies } from './rerun-dependencies.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, mapOk, type Result } from '../../../shared/result.ts'
import { callsOf, type RecordedTurn } from './recorded-turns.ts'

/** Whether a turn has its final answer, so that nothing of it is left to run. */
export function hasFinalAnswer({ events }: RecordedTurn): boolean {
  const last = events.findLast(({ kind }) => kind === 'assistant' || kind === 'interrupted' || kind === 'error')
  return last?.kind === 'assistant' && callsOf(last).length === 0
}

/** Removes an answer that was cut off from the end of the context, so that the next request is the recorded one. */
export async function discardInterrupted(
  agentId: AgentId,
  { contexts, hub }: RerunDependencies,
): Promise<Result<null>> {
  const context = await contexts.contextOf(agentId)
  if (!context.ok) return context
  const last = context.value.items.findLast(({ kind }) => kind !== 'error')
  if (last?.kind !== 'interrupted') return DONE
  const data = { target_id: last.id, discards: true } as const
  const rewind = { agentId, turnId: null, kind: 'rewind', content: null, data } as const
  return mapOk(await hub.record({ events: [rewind] }), () => null)
}
