import type { BranchMerge } from '../../../src/shared/branch-merge.ts'
import type { EngineApi } from '../../../src/shared/engine-api.ts'

type MergeWish = Parameters<EngineApi['comparisons']['mergeBranch']>[0]

/** A short answer in a branch of 110 tokens. Only what is added is noted. */
export function previewMerge(wish: MergeWish, note: (operation: string, input: unknown) => void): BranchMerge {
  const { source, text = 'Tokens are rotated by the gateway.', maxTokens = 5, preview = false } = wish
  if (!preview) note('comparisons.mergeBranch', wish)
  const sources = { agent: source, events: [3], model: 'claude-opus-5-5' }
  return { text, tokens: 9, maxTokens, branchTokens: 110, source: sources, eventId: null }
}
