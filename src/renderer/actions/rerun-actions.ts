import type { AgentId, EventId } from '../../shared/ids.ts'
import type { RerunView } from '../../shared/rerun.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { Toasts } from '../store/toast-store.ts'
import { callEngine } from './call-engine.ts'
import type { CompareActions } from './compare-actions.ts'
import { defined } from '../../shared/defined.ts'

/** What runs again: the turn of one prompt, all turns of the agent, or those of its descendants too. */
type TurnsAgain = { readonly promptId: EventId } | 'agent' | 'subtree'

interface RerunWish {
  readonly agentId: AgentId
  readonly scope: TurnsAgain
  /** Empty: once, with the models of the original. */
  readonly models: readonly string[]
  /** Null: as recorded. */
  readonly system: string | null
  /** Null: as recorded. */
  readonly instructions: string | null
}

/** Turns that run again with their recorded tool results. A failure to resume is shown in a toast. */
export interface RerunActions {
  /**
   * Starts a rerun for each model and compares them with the original, of a subtree the first ones; returns why one was
   * refused, or null.
   */
  start(wish: RerunWish): Promise<string | null>
  /** Refused if the agent is no rerun. */
  view(rerunId: AgentId): Promise<Result<RerunView>>
  resume(rerunId: AgentId): Promise<void>
}

export function createRerunActions({
  client,
  compare,
  toasts,
}: {
  readonly client: EngineClient
  readonly compare: CompareActions
  readonly toasts: Toasts
}): RerunActions {
  return {
    view: (rerunId) => callEngine(client.reruns.view({ rerunId })),
    async resume(rerunId) {
      const resumed = await callEngine(client.reruns.resume({ rerunId }))
      if (!resumed.ok) toasts.show(resumed.error.message)
    },
    async start({ agentId, scope, models, system, instructions }) {
      const wanted = {
        agentId,
        onDifference: 'ask' as const,
        ...(scope === 'subtree' ? { subtree: true } : scope === 'agent' ? {} : scope),
        ...defined({ system: system ?? undefined, instructions: instructions ?? undefined }),
      }
      const started: AgentId[] = []
      let refusal: string | null = null
      for (const model of models.length === 0 ? [undefined] : models) {
        const rerun = await callEngine(client.reruns.start({ ...wanted, ...defined({ model }) }))
        if (rerun.ok) started.push(rerun.value)
        else refusal = rerun.error.message
      }
      const [first] = started
      if (first === undefined) return refusal
      // The first one of a subtree may be that of a descendant.
      const view = scope === 'subtree' ? await callEngine(client.reruns.view({ rerunId: first })) : null
      compare.show([view?.ok === true ? view.value.original.agentId : agentId, ...started])
      return refusal
    },
  }
}
