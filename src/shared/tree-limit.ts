import { z } from 'zod'

import type { AgentId } from './ids.ts'

/** The limits of a tree by their names in the configuration, in the order in which they are compared. */
export const TREE_LIMITS = [
  'maxAgentDepth',
  'maxChildrenPerTurn',
  'maxRunningTurns',
  'maxAgentsMade',
  'maxTurnsWithoutUser',
  'maxRequestsSent',
] as const
export type TreeLimit = (typeof TREE_LIMITS)[number]

export const TREE_LIMIT_FACTS: Readonly<
  Record<
    TreeLimit,
    {
      /** Its key in config.json. */
      readonly key: string
      /**
       * Whether it limits what was begun without a user: everything of this kind since a user last acted in the tree counts,
       * whoever began it.
       */
      readonly isSum: boolean
      /** What has reached the limit, as a sentence without its end. `count`: with the one that is held back. */
      readonly reached: (count: number) => string
    }
  >
> = {
  maxAgentDepth: {
    key: 'max_agent_depth',
    isSum: false,
    reached: (count) => `The child would be ${count} levels below the root of its tree`,
  },
  maxChildrenPerTurn: {
    key: 'max_children_per_turn',
    isSum: false,
    reached: (count) => `Children made in this turn: ${count - 1}`,
  },
  maxRunningTurns: {
    key: 'max_running_turns',
    isSum: false,
    reached: (count) => `${count - 1} turns run in this tree`,
  },
  maxAgentsMade: {
    key: 'max_agents_made',
    isSum: true,
    reached: (count) => `Agents that models have made in this tree since a user last acted in it: ${count - 1}`,
  },
  maxTurnsWithoutUser: {
    key: 'max_turns_without_user',
    isSum: true,
    reached: (count) => `Turns that began without a user in this tree since a user last acted in it: ${count - 1}`,
  },
  maxRequestsSent: {
    key: 'max_requests_sent',
    isSum: true,
    reached: (count) => `Requests sent in this tree since a user last acted in it: ${count - 1}`,
  },
}

const limitName = z.enum(TREE_LIMITS)
const count = z.number().int().nonnegative()

const treeUseSchema = z.object({
  /** Grows with every change, so that no two states of a tree are equal. */
  version: count,
  /** What was begun since a user last acted, by limit. Missing: nothing. */
  counts: z.partialRecord(limitName, count),
  /** Children of turns that run, by parent. */
  forks: z.record(
    z.string(),
    z.object({
      turnId: z.string(),
      /** All that the turn has announced. */
      children: count,
      /** Those that have not begun their turn yet. */
      waiting: count,
      /** How far the user has raised the limit of this turn; null: without end. */
      raised: count.nullable(),
    }),
  ),
  /** How far the user has raised limits of the tree; null: without end. Missing: not at all. */
  raised: z.partialRecord(limitName, count.nullable()),
  /** Agents whose mail waits for a user, because no more turns may begin without one. */
  held: z.array(z.string()).readonly(),
  /** What was refused since a user last acted, because nobody could be asked, as sentences by limit. */
  refused: z.partialRecord(limitName, z.string()),
})

/** What a tree of agents has begun since a user last acted in it, kept in one value for all engines on a database. */
export type TreeUse = Readonly<z.infer<typeof treeUseSchema>>

export const NO_TREE_USE: TreeUse = { version: 0, counts: {}, forks: {}, raised: {}, held: [], refused: {} }

/** Parses a stored value; null if it has another form. */
export function parseTreeUse(stored: unknown): TreeUse | null {
  return treeUseSchema.safeParse(stored).data ?? null
}

/** How much of the limits on work without a user a tree has used. */
export interface TreeCounts {
  readonly rootId: AgentId
  readonly counts: readonly TreeCount[]
  /** What was refused since a user last acted, because nobody could be asked, as sentences. */
  readonly refused: readonly string[]
}

interface TreeCount {
  /** Its key in config.json. */
  readonly limit: string
  /** Since a user last acted in the tree. */
  readonly used: number
  /** Null: the user has removed the limit in this tree. */
  readonly limitedTo: number | null
}
