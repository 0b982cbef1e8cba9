import type { SharedDependencies } from './agent-worktree.ts'
import type { TestRun } from './test-run.ts'

/**
 * A test command in an untouched worktree, before any request is paid. `cannot_start`: the environment made it fail, so that
 * it says nothing about a model.
 */
export interface BaselineRun extends TestRun {
  readonly outcome: 'passes' | 'fails' | 'cannot_start'
  /** The last lines that were printed. Missing: none were. */
  readonly last_lines?: string
  /** What each worktree got of the folder's installed dependencies. */
  readonly dependencies?: SharedDependencies
}

/** What the user wants to go on with unasked: a test that passes already, and `always` also one that cannot start. */
export const GO_ON_RULES = ['if_passes', 'always'] as const
export type GoOnRule = (typeof GO_ON_RULES)[number]

/**
 * Returns whether the user is asked before any request is paid. A test that fails is what the models are to fix; of the other
 * outcomes the rule says with which one the user goes on unasked, and without a rule with none.
 */
export function needsAnswer({ outcome }: BaselineRun, rule: GoOnRule | undefined): boolean {
  if (outcome === 'fails' || rule === 'always') return false
  return outcome === 'cannot_start' || rule !== 'if_passes'
}

/** What is said of runs before any request, in English. */
export const BASELINE_WORDS = {
  passes: 'The test passed before any change.',
  fails: 'The test fails before any change.',
  cannotStart: ({ missing }: { missing: string }) =>
    `The test cannot start in an untouched worktree: ${missing}. Install what is missing in the folder, or give a test that installs it.`,
}

/** What the run has shown, as a sentence. */
export function baselineText({ outcome, missing = '' }: BaselineRun, words = BASELINE_WORDS): string {
  return outcome === 'cannot_start' ? words.cannotStart({ missing }) : words[outcome]
}
