import type { AgentEvent, AgentEventOf, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { RerunData } from '../../../shared/rerun.ts'
import { mapOk, refuse, type Result } from '../../../shared/result.ts'
import type { EventRecorder } from '../events/event-hub.ts'
import type { EventReader } from '../ports/log-ports.ts'
import { eventsOf, type RerunScope } from './rerun-scope.ts'

/** A rerun and the run that it repeats, as recorded. */
export interface RecordedRerun {
  readonly rerunId: AgentId
  readonly originalId: AgentId
  readonly scope: RerunScope
  /** The events that are run again. */
  readonly original: readonly AgentEvent[]
  /** The events of the rerun's own agent. */
  readonly again: readonly AgentEvent[]
  /** The steps of the rerun. */
  readonly steps: readonly RerunData[]
}

/** REFUSED if the agent is no rerun. */
export async function readRerun(rerunId: AgentId, store: EventReader): Promise<Result<RecordedRerun>> {
  const again = await store.events({ agentId: rerunId })
  if (!again.ok) return again
  const steps = again.value.filter(isRerun).map(({ data }) => data)
  const begun = steps.find((data) => data.step === 'begun')
  if (begun === undefined) return refuse(`No rerun: ${rerunId}`)
  const { agent: originalId, from, to } = begun
  const scope = { from, to }
  const events = await store.events({ agentId: originalId })
  return mapOk(events, (all) => ({
    rerunId,
    originalId,
    scope,
    original: eventsOf(all, scope),
    again: again.value,
    steps,
  }))
}

function isRerun(event: AgentEvent): event is AgentEventOf<'rerun'> {
  return event.kind === 'rerun'
}

export function stepEvent(rerunId: AgentId, data: RerunData): NewEvent {
  return { agentId: rerunId, turnId: null, kind: 'rerun', content: null, data }
}

export async function recordStep(rerunId: AgentId, data: RerunData, hub: EventRecorder): Promise<Result<null>> {
  return mapOk(await hub.record({ events: [stepEvent(rerunId, data)] }), () => null)
}
