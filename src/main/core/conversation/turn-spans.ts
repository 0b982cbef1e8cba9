import type { AgentId } from '../../../shared/ids.ts'

export interface TurnSpan {
  /** Aborted when the agent is cancelled or stopped. */
  readonly signal: AbortSignal
  end(): void
}

/** Work that consists of several turns of one agent. Cancelling or stopping the agent ends it, also between two turns. */
export class TurnSpans {
  readonly #open = new Map<AgentId, AbortController>()

  begin(agentId: AgentId): TurnSpan {
    const controller = new AbortController()
    this.#open.set(agentId, controller)
    const end = (): void => {
      if (this.#open.get(agentId) === controller) this.#open.delete(agentId)
    }
    return { signal: controller.signal, end }
  }

  /** Returns whether the agent has such work. */
  abort(agentId: AgentId): boolean {
    const controller = this.#open.get(agentId)
    controller?.abort()
    return controller !== undefined
  }

  abortWhere(isAffected: (agentId: AgentId) => boolean): void {
    for (const agentId of this.#open.keys()) if (isAffected(agentId)) this.abort(agentId)
  }
}
