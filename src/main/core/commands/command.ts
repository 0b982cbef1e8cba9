import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { ContextReplay } from '../context/replay-context.ts'
import type { SummaryRange } from '../context/summary-range.ts'
import type { Change, Config, IdSource, Mail, ModelCatalog } from '../ports.ts'

/** What a command may look at. Deciding changes none of it. */
export interface CommandSituation {
  readonly agent: AgentRecord
  readonly tree: AgentTree
  readonly context: Pick<ContextReplay, 'items' | 'marks' | 'system' | 'lastId' | 'lastAct'>
  /** A turn of this agent runs: stream or tools. */
  readonly isBusy: boolean
  /** Who gave the command: a person, or the agent's own model by its `slash` tool. */
  readonly by: 'person' | 'model'
  /** The agent's unread mail, oldest first; read for `/check-mail` only. */
  readonly unread: readonly Mail[]
  /** What the agent has sent within the last minute; read for `/send` only. */
  readonly sentLately: readonly Mail[]
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
      /** New agents that have something to answer: their turns start at once (docs/behaviour/context.md#who-starts). */
      readonly starts?: readonly AgentId[]
      /** What is left to whoever shows the answer: end the session, open the system prompt. */
      readonly sequel?: CommandSequel
    }
  /** Running turns are to be ended first: of the agent and everything below it; null: of all agents. */
  | { readonly type: 'stop'; readonly agentId: AgentId | null }
  /** A model is to be asked first; whoever runs the command records its answer. */
  | { readonly type: 'compress'; readonly range: SummaryRange }

type CommandSequel = 'exit' | 'edit_system'

/** What a command has done. */
export interface CommandResult {
  readonly answer: string
  readonly children: readonly AgentSummary[]
  /** Those whose first turn runs in this engine. */
  readonly startedChildren: readonly AgentId[]
  readonly sequel?: CommandSequel
}

export function refusal(message: string): CommandDecision {
  return { type: 'refused', message }
}

/** An answer that changes nothing. */
export function answer(text: string): CommandDecision {
  return { type: 'accepted', answer: text, change: {} }
}
