import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { CostSum } from '../../shared/cost-sum.ts'
import type { RowFace } from './row-faces.ts'

/** The one word or figure at the end of a row. Times are ISO 8601. */
export type RowMeta =
  | { readonly type: 'retrying'; readonly at: number }
  | { readonly type: 'attempts'; readonly done: number; readonly of: number }
  | { readonly type: 'needs_you' }
  | { readonly type: 'new' }
  | { readonly type: 'failed'; readonly at: string }
  | { readonly type: 'mail'; readonly mails: number }
  | { readonly type: 'queued'; readonly prompts: number }
  | { readonly type: 'archived' }
  | { readonly type: 'pinned' }
  | { readonly type: 'active'; readonly at: string }

interface MetaFacts {
  readonly face: Pick<RowFace, 'attempts' | 'isNeededBelow'>
  readonly isNew: boolean
  /** When something below or in it was active last, ISO 8601; null: it is no root, or its group names the day. */
  readonly activeAt: string | null
}

/** Returns the first that applies; null: nothing does. */
export function rowMeta(agent: AgentSummary, { face, isNew, activeAt }: MetaFacts): RowMeta | null {
  const { activity, unreadMail, queuedPrompts, archived, pinned, lastActivityAt } = agent
  if (activity.type === 'retrying') return { type: 'retrying', at: activity.at }
  if (face.attempts !== null) return { type: 'attempts', ...face.attempts }
  if (face.isNeededBelow) return { type: 'needs_you' }
  if (isNew && activity.type === 'idle') return { type: 'new' }
  if (activity.type === 'failed' && lastActivityAt !== undefined) return { type: 'failed', at: lastActivityAt }
  if (unreadMail > 0) return { type: 'mail', mails: unreadMail }
  if (queuedPrompts > 0) return { type: 'queued', prompts: queuedPrompts }
  if (archived === true) return { type: 'archived' }
  if (pinned === true) return { type: 'pinned' }
  return activeAt === null ? null : { type: 'active', at: activeAt }
}

/** Costs below this amount are named in the title of a row only, US dollars. */
const SHOWN_COST_USD = 0.1

/** Whether a row shows the cost while the pointer is in the tree. It takes the place of a date only. */
export function showsCost(meta: RowMeta | null, cost: CostSum): boolean {
  return cost.usd >= SHOWN_COST_USD && (meta === null || meta.type === 'active')
}
