import type { AgentSummary } from '../../shared/agent-summary.ts'
import { isUsed } from '../../shared/usage-totals.ts'
import { activityLabel } from '../parts/activity-dot.tsx'
import { spokenCost } from '../parts/money-text.ts'
import { agentModel, agentName } from '../store/agent-name.ts'
import { clockTime, dateText, dayAndMonth } from '../text/calendar-day.ts'
import type { TreeRow } from '../store/tree-rows.ts'
import { texts } from '../text/texts.ts'
import type { RowFace } from './row-faces.ts'
import type { RowMeta } from './row-meta.ts'

const words = texts.tree.row

/** Everything that a row knows, in words: its accessible name and its title. */
export function rowText(
  { agent, depth, subtree, hasChildren, versions }: TreeRow,
  face: RowFace,
  isNew: boolean,
): string {
  const { unreadMail, queuedPrompts, worktree } = agent
  const cost = hasChildren ? subtree : agent
  const said = [
    face.isHidden && depth > 0 ? face.label : agentName(agent),
    face.letter === null || face.isHidden ? null : words.column({ letter: face.letter }),
    stateText(agent, isNew),
    face.isNeededBelow ? words.needsYouBelow : null,
    depth === 0 ? null : words.kinds[face.kind],
    modelWords(agent, face),
    face.attempts === null ? null : words.attempts(face.attempts),
    isUsed(cost) && !face.isHidden ? costText(agent, hasChildren ? subtree : null) : null,
    versions === undefined ? null : words.version({ version: versions.index, versions: versions.count }),
    agent.pinned === true ? words.pinned : null,
    agent.archived === true ? words.archived : null,
    worktree === undefined ? null : words.worktreeSpoken({ branch: worktree }),
    unreadMail === 0 ? null : words.unread({ mails: unreadMail }),
    queuedPrompts === 0 ? null : words.queued({ prompts: queuedPrompts }),
  ]
  return said.filter((part) => part !== null).join(', ')
}

/** Null: it is hidden. */
function modelWords(agent: AgentSummary, { isHidden }: RowFace): string | null {
  return isHidden ? null : (agentModel(agent)?.replace(' · ', ' ') ?? texts.pane.noModel)
}

function stateText({ activity, status }: AgentSummary, isNew: boolean): string {
  const isKilled = status === 'killed'
  return isNew && activity.type === 'idle' && !isKilled ? words.unreadResult : activityLabel(activity, isKilled)
}

function costText(agent: AgentSummary, subtree: TreeRow['subtree'] | null): string {
  const own = spokenCost(agent.cost)
  return subtree === null ? own : words.costBelow({ own, subtree: spokenCost(subtree.cost) })
}

/** Returns what a row shows of the meta, but for a count-down. `now`: ms since the epoch. */
export function metaText(meta: Exclude<RowMeta, { type: 'retrying' }>, now: number): string {
  switch (meta.type) {
    case 'attempts':
      return words.attempts(meta)
    case 'needs_you':
      return words.needsYou
    case 'new':
      return words.new
    case 'mail':
      return words.unread(meta)
    case 'queued':
      return words.queued(meta)
    case 'archived':
    case 'pinned':
      return words[meta.type]
    case 'failed':
    case 'active':
      return shortTime(meta.at, now)
  }
}

/** Returns the time of today, the day and month of another day of the year, else the day. */
function shortTime(at: string, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  if (then.toDateString() === today.toDateString()) return clockTime(then.getTime())
  return then.getFullYear() === today.getFullYear() ? dayAndMonth(at) : dateText(at)
}
