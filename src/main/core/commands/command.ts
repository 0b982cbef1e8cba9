import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import type { Budget } from '../../../shared/budget.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import type { SummaryRange } from '../context/summary-range.ts'
import type { Change, Mail } from '../ports/log-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { PromptTemplate } from '../../../shared/prompt-template.ts'
import type { IdSource } from '../ports/system-ports.ts'
import type { LearnedParts, ModelCatalog } from '../ports/provider-ports.ts'

/** The input of a command's decision. Deciding does not change it. */
export interface CommandSituation {
  readonly agent: AgentRecord
  readonly tree: AgentTree
  readonly context: Pick<ContextReplay, 'items' | 'marks' | 'system' | 'lastId' | 'placeId' | 'lastEdit'>
  /** A turn of this agent is running: it streams or runs tools. */
  readonly isBusy: boolean
  /** Who gave the command: the user, or the agent's own model with the `slash` tool. */
  readonly by: 'person' | 'model'
  /** The agent's unread mail, oldest first; loaded only for `/check-mail`. */
  readonly unread: readonly Mail[]
  /** Mail that the agent sent within the last minute; loaded only for `/send`. */
  readonly sentLately: readonly Mail[]
  /** The prompt templates for the agent's folder; loaded only for `/help`. */
  readonly templates: readonly PromptTemplate[]
  readonly catalog: ModelCatalog
  readonly learnedParts?: LearnedParts | undefined
  readonly config: Config
  readonly ids: IdSource
}

/** The outcome of deciding a command: the change to commit and the answer. It has no effect until it is carried out. */
export type CommandDecision =
  | { readonly type: 'refused'; readonly message: string }
  | {
      readonly type: 'accepted'
      readonly answer: string
      readonly change: Change
      /**
       * New agents that have something to answer: their turns start immediately (docs/behaviour/context.md#who-starts).
       */
      readonly starts?: readonly AgentId[]
      /** Each new agent gets a worktree of its own. */
      readonly ownWorktrees?: boolean
      /** Limit of each new agent and its descendants, of the chosen profile. */
      readonly budget?: Budget
      /** A step for the client that shows the answer: end the session or open the system prompt. */
      readonly clientAction?: ClientAction
    }
  /** Running turns must be ended first: those of the agent and its descendants; null: of all agents. */
  | { readonly type: 'stop'; readonly agentId: AgentId | null }
  /** A model must write the summary first; the runner of the command records it. */
  | { readonly type: 'compress'; readonly range: SummaryRange }

type ClientAction = 'exit' | 'edit_system'

/** The result of a command. */
export interface CommandResult {
  readonly answer: string
  readonly children: readonly AgentSummary[]
  /** The agents whose turn was started in this engine. */
  readonly startedChildren: readonly AgentId[]
  readonly clientAction?: ClientAction
}

export function refusal(message: string): CommandDecision {
  return { type: 'refused', message }
}

/** A decision that only answers and changes nothing. */
export function answer(text: string): CommandDecision {
  return { type: 'accepted', answer: text, change: {} }
}
