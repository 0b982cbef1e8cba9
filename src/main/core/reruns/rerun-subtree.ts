import type { AgentId } from '../../../shared/ids.ts'
import { isRerunLog } from '../../../shared/rerun.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { EventReader } from '../ports/log-ports.ts'
import { rerunScope } from './rerun-scope.ts'

/** A rerun that runs. */
export interface RunningRerun {
  readonly rerunId: AgentId
  /** Resolves when it has ended. */
  readonly ended: Promise<Result<null>>
}

/** An agent of a subtree whose turn has come. */
interface SubtreeStep {
  readonly agentId: AgentId
  /** Refused if it could not be run again. */
  readonly started: Result<RunningRerun>
}

/** The reruns of a subtree (docs/behaviour/reruns.md#subtrees). */
export interface SubtreeRun {
  /** Those that are run again, parents first. */
  readonly agents: readonly AgentId[]
  /** Yields each rerun when it has begun. The next one begins when it has ended, and when it is asked for. */
  readonly steps: AsyncGenerator<SubtreeStep, void, void>
}

/**
 * Returns the agents of a subtree that are run again, parents first: those with an answer, without reruns
 * (docs/behaviour/reruns.md#subtrees). REFUSED if there is none.
 */
export async function rerunAgents(
  agentId: AgentId,
  { tree, store }: { readonly tree: AgentTree; readonly store: EventReader },
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

interface OneRerun {
  readonly start: (agentId: AgentId) => Promise<Result<RunningRerun>>
  /** Whether an ended rerun was stopped by a user. */
  readonly wasStopped: (rerunId: AgentId) => Promise<boolean>
  /** Once it is aborted, no other rerun begins. */
  readonly signal: AbortSignal
  /** Called when no other rerun will begin. */
  readonly end: () => void
}

/** Runs one agent after the other. A failure ends only the rerun of its agent; no other begins after one was stopped. */
export async function* subtreeSteps(
  agents: readonly AgentId[],
  { start, wasStopped, signal, end }: OneRerun,
): SubtreeRun['steps'] {
  try {
    for (const agentId of agents) {
      if (signal.aborted) return
      const started = await start(agentId)
      yield { agentId, started }
      if (!started.ok) continue
      await started.value.ended
      if (await wasStopped(started.value.rerunId)) return
    }
  } finally {
    end()
  }
}

/** Goes on until the first rerun has begun, and returns it. REFUSED if none could begin. */
export async function firstBegun(steps: SubtreeRun['steps']): Promise<Result<RunningRerun>> {
  let last: Result<RunningRerun> = refuse(NONE)
  for (let step = await steps.next(); step.done !== true; step = await steps.next()) {
    last = step.value.started
    if (last.ok) return last
  }
  return last
}
