import type { Config } from '../ports.ts'

export type ForkLimits = Pick<Config, 'maxAgentDepth' | 'maxChildrenPerTurn' | 'maxRunningTurns'>

/** What a fork by a model would come to. */
export interface ForkSituation {
  /** Levels from the root of the tree to the new child. */
  readonly depth: number
  /** Children that the turn has made or announced. */
  readonly children: number
  /** Turns that run in the tree, and children that are about to start. */
  readonly running: number
}

/** A limit that a fork would go beyond. */
export interface ReachedLimit {
  readonly limit: keyof ForkLimits
  readonly text: string
}

/** The first limit in the way of one more child; null: none. */
export function findReachedLimit({ depth, children, running }: ForkSituation, limits: ForkLimits): ReachedLimit | null {
  const { maxAgentDepth, maxChildrenPerTurn, maxRunningTurns } = limits
  if (depth > maxAgentDepth) {
    return {
      limit: 'maxAgentDepth',
      text: `The child would be ${depth} levels below the root of its tree; the limit is ${maxAgentDepth} (max_agent_depth in config.json).`,
    }
  }
  if (children >= maxChildrenPerTurn) {
    return {
      limit: 'maxChildrenPerTurn',
      text: `This turn has made ${children} children; the limit is ${maxChildrenPerTurn} (max_children_per_turn in config.json).`,
    }
  }
  if (running < maxRunningTurns) return null
  return {
    limit: 'maxRunningTurns',
    text: `${running} turns run in this tree; the limit is ${maxRunningTurns} (max_running_turns in config.json).`,
  }
}
