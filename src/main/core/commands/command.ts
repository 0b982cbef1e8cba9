import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { ContextReplay } from '../context/replay-context.ts'
import type { Change, Config, IdSource, ModelCatalog } from '../ports.ts'

/** What a command may look at. Deciding changes none of it. */
export interface CommandSituation {
  readonly agent: AgentRecord
  readonly tree: AgentTree
  readonly context: Pick<ContextReplay, 'items' | 'marks' | 'system' | 'lastId'>
  /** A turn of this agent runs: stream or tools. */
  readonly isBusy: boolean
  readonly catalog: ModelCatalog
  readonly config: Config
  readonly ids: IdSource
}

/** Decide first, then act: what would become true, and what is answered. */
export type CommandDecision =
  | { readonly type: 'refused'; readonly message: string }
  | {
      readonly type: 'accepted'
      readonly answer: string
      readonly change: Change
      /** New agents that have something to answer: their turns start at once (decisions.md § 4, who starts). */
      readonly starts?: readonly AgentId[]
    }

export function refuse(message: string): CommandDecision {
  return { type: 'refused', message }
}

/** An answer that changes nothing. */
export function answer(text: string): CommandDecision {
  return { type: 'accepted', answer: text, change: {} }
}
