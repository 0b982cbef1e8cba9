import type { AgentId, EventId, TurnId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { CheckpointLog } from '../ports/search-ports.ts'
import { checkpointsIn } from './change-spans.ts'

type OriginSearch = CheckpointLog

export interface ChangeOrigins {
  /** `PROVIDER/MODEL` of the answers whose calls changed files, in order, each once. */
  readonly models: readonly string[]
  /** The newest change; null: there is none. */
  readonly eventId: EventId | null
}

/** Returns which models made the changes of an agent, also those that it got from agents below it. */
export async function changeOrigins(agentId: AgentId, search: OriginSearch): Promise<Result<ChangeOrigins>> {
  const models = new Set<string>()
  const seen = new Set<AgentId>()
  let eventId: EventId | null = null
  for (const open = [agentId]; open.length > 0;) {
    const next = open.pop() ?? agentId
    if (seen.has(next)) continue
    seen.add(next)
    const found = await search.checkpoints(next)
    if (!found.ok) return found
    const events = checkpointsIn(found.value)
    if (next === agentId)
      eventId = events.findLast(({ data }) => data.cause !== 'apply' || data.files.length > 0)?.id ?? null
    open.push(...events.flatMap(({ data }) => data.from_agent ?? []))
    for (const turnId of new Set(
      events.flatMap((event) => (event.data.cause === 'call' ? (event.turnId ?? []) : [])),
    )) {
      const used = await modelsOf(next, turnId, search)
      if (!used.ok) return used
      for (const model of used.value) models.add(model)
    }
  }
  return ok({ models: [...models], eventId })
}

async function modelsOf(agentId: AgentId, turnId: TurnId, search: OriginSearch): Promise<Result<readonly string[]>> {
  return mapOk(await search.turn(agentId, turnId), (events) =>
    events.flatMap((event) => {
      if (event.kind !== 'assistant') return []
      const { provider, model } = event.data
      return provider === undefined || model === undefined ? [] : [`${provider}/${model}`]
    }),
  )
}
