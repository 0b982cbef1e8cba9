import type { AgentId } from '../../../shared/ids.ts'

export interface TurnSpan {
  /** Aborted when the work is to end. */
  readonly signal: AbortSignal
  end(): void
}

interface OpenSpan {
  readonly agentId: AgentId
  readonly isSeries: boolean
  readonly controller: AbortController
}

/** Work that consists of several turns. Stopping its agent ends it, also between two turns. */
export class TurnSpans {
  readonly #open = new Set<OpenSpan>()

  /** Work on turns of the agent itself. Cancelling the agent ends it too. */
  begin(agentId: AgentId): TurnSpan {
    return this.#add(agentId, false)
  }

  /** Work on turns of other agents that was started for this one. Cancelling the agent does not end it. */
  beginSeries(agentId: AgentId): TurnSpan {
    return this.#add(agentId, true)
  }

  /** Aborts the work on the agent's own turns, but no series. Returns whether there was any. */
  abort(agentId: AgentId): boolean {
    const own = [...this.#open].filter((span) => span.agentId === agentId && !span.isSeries)
    for (const { controller } of own) controller.abort()
    return own.length > 0
  }

  /** Aborts all work of the affected agents, including series. */
  abortWhere(isAffected: (agentId: AgentId) => boolean): void {
    for (const { agentId, controller } of this.#open) if (isAffected(agentId)) controller.abort()
  }

  #add(agentId: AgentId, isSeries: boolean): TurnSpan {
    const controller = new AbortController()
    const span = { agentId, isSeries, controller }
    this.#open.add(span)
    return { signal: controller.signal, end: () => void this.#open.delete(span) }
  }
}
