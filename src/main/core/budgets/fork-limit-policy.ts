import type { Config } from '../ports/config-ports.ts'

export type ForkLimits = Pick<Config, 'maxAgentDepth' | 'maxChildrenPerTurn' | 'maxRunningTurns'>

/** The situation after one more fork by a model. */
export interface ForkSituation {
  /** Levels from the root of the tree to the new child. */
  readonly depth: number
  /** Children that the turn has created or announced. */
  readonly children: number
  /** Running turns in the tree, plus children about to start. */
  readonly running: number
}

/** A limit that a fork would exceed. */
export interface ReachedLimit {
  readonly limit: keyof ForkLimits
  readonly text: string
}

/** Returns the first limit that one more child would exceed; null: none. */
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
      text: `Children made in this turn: ${children}; the limit is ${maxChildrenPerTurn} (max_children_per_turn in config.json).`,
    }
  }
  if (running < maxRunningTurns) return null
  return {
    limit: 'maxRunningTurns',
    text: `${running} turns run in this tree; the limit is ${maxRunningTurns} (max_running_turns in config.json).`,
  }
}
