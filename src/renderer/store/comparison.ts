import { z } from 'zod'

import { assertNever } from '../../shared/assert-never.ts'
import { type AttachmentBlock, attachmentSchema } from '../../shared/attachment.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { archivedAgents, withAncestors } from './agent-state.ts'

/** What a comparison shows of its agents. */
export const COMPARISON_TABS = ['answers', 'differences', 'changes'] as const
export type ComparisonTab = (typeof COMPARISON_TABS)[number]

const comparisonSchema = z.object({
  /** The ids of its agents, joined in order, so that the same agents share one comparison. */
  id: z.string(),
  agents: z.array(z.string()).min(2),
  /** Forks that judge the answers; they are shown beside the others and receive no further prompts. */
  judges: z.array(z.string()),
  /** Forks that merge the answers; they are shown last. */
  merges: z.array(z.string()).default([]),
  tab: z.enum(COMPARISON_TABS).default('answers'),
  /** The agent to continue with; null: not decided. */
  adopted: z.string().nullable(),
  /**
   * While names are hidden: the places of the agents in the order in which their columns are shown. Null: names are
   * shown, and the columns in the order of the agents.
   */
  hidden: z.array(z.number().int()).nullable().default(null),
  /** The content of the shared prompt box. */
  draft: z.string(),
  /** Whether part of it was pasted, so that none of its lines is a command. */
  draftAsText: z.boolean().default(false),
  /** The files in the shared prompt box. */
  draftFiles: z.array(attachmentSchema).readonly().default([]),
})
export type Comparison = Readonly<z.infer<typeof comparisonSchema>>

const comparisonsSchema = z.object({
  /** Newest first. */
  list: z.array(comparisonSchema),
  /** The comparison that is shown instead of the panes. */
  active: z.string().nullable(),
})
export type Comparisons = Readonly<z.infer<typeof comparisonsSchema>>

export const NO_COMPARISONS: Comparisons = { list: [], active: null }

/** Maximum number of saved comparisons. Older ones are dropped; their agents stay in the tree. */
const KEPT_COMPARISONS = 12

export type ComparisonAction =
  | { readonly type: 'show'; readonly agents: readonly AgentId[] }
  /** Returns to the panes; the comparison is kept. */
  | { readonly type: 'leave' }
  | { readonly type: 'adopt'; readonly id: string; readonly agentId: AgentId }
  | { readonly type: 'add_judge'; readonly id: string; readonly agentId: AgentId }
  | { readonly type: 'add_merge'; readonly id: string; readonly agentId: AgentId }
  /** Compares one agent more. */
  | { readonly type: 'add_column'; readonly id: string; readonly agentId: AgentId }
  /** Hides the names; `order`: the places of the agents, dealt anew. */
  | { readonly type: 'hide_names'; readonly id: string; readonly order: readonly number[] }
  | { readonly type: 'show_names'; readonly id: string }
  | { readonly type: 'tab'; readonly id: string; readonly tab: ComparisonTab }
  | { readonly type: 'draft'; readonly id: string; readonly text: string; readonly asText: boolean }
  | { readonly type: 'draft_files'; readonly id: string; readonly files: readonly AttachmentBlock[] }
  /** Drops comparisons of agents that no longer exist. */
  | { readonly type: 'keep_only'; readonly known: ReadonlySet<AgentId> }

/** Parses saved comparisons; null if the value has another shape. */
export function parseComparisons(value: unknown): Comparisons | null {
  const parsed = comparisonsSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

export function activeComparison({ list, active }: Comparisons): Comparison | null {
  return list.find(({ id }) => id === active) ?? null
}

/** Returns the newest undecided comparison of an agent, to which Mod+Enter in its pane sends the prompt. */
export function comparisonOf({ list }: Comparisons, agentId: AgentId): Comparison | null {
  return list.find(({ adopted, agents }) => adopted === null && agents.includes(agentId)) ?? null
}

/** Returns the agents of all columns, in order: the compared ones, the judges, the merges. */
export function membersOf({
  agents,
  judges,
  merges,
}: Pick<Comparison, 'agents' | 'judges' | 'merges'>): readonly AgentId[] {
  return [...agents, ...judges, ...merges]
}

/** Returns the places of the agents in the order in which their columns are shown. */
export function shownOrder(agents: Comparison['agents'], hidden: Comparison['hidden']): readonly number[] {
  return hidden !== null && hidden.length === agents.length ? hidden : [...agents.keys()]
}

/**
 * Returns the agents to archive when one of a comparison is adopted: the others, the judges and the merges, except those above the
 * adopted one, which would be archived with them, and those that are archived already.
 */
export function archivedByAdoption(
  comparison: Pick<Comparison, 'agents' | 'judges' | 'merges'>,
  adopted: AgentId,
  agents: ReadonlyMap<AgentId, AgentSummary>,
): readonly AgentId[] {
  const kept = withAncestors(agents, [adopted])
  const archived = archivedAgents(agents.values())
  return membersOf(comparison).filter((id) => !kept.has(id) && !archived.has(id))
}

export function reduceComparisons(state: Comparisons, action: ComparisonAction): Comparisons {
  switch (action.type) {
    case 'show':
      return show(state, action.agents)
    case 'leave':
      return state.active === null ? state : { ...state, active: null }
    case 'adopt':
      return { ...changed(state, action.id, () => ({ adopted: action.agentId, hidden: null })), active: null }
    case 'add_judge':
      return changed(state, action.id, ({ judges }) => ({ judges: [...judges, action.agentId] }))
    case 'add_merge':
      return changed(state, action.id, ({ merges }) => ({ merges: [...merges, action.agentId] }))
    case 'add_column':
      return addColumn(state, action)
    case 'hide_names':
      return changed(state, action.id, () => ({ hidden: [...action.order] }))
    case 'show_names':
      return changed(state, action.id, () => ({ hidden: null }))
    case 'tab':
      return changed(state, action.id, () => ({ tab: action.tab }))
    case 'draft':
      return changed(state, action.id, () => ({ draft: action.text, draftAsText: action.asText && action.text !== '' }))
    case 'draft_files':
      return changed(state, action.id, () => ({ draftFiles: action.files }))
    case 'keep_only':
      return keepOnly(state, action.known)
    default:
      return assertNever(action)
  }
}

function show({ list }: Comparisons, agents: readonly AgentId[]): Comparisons {
  const id = agents.join(' ')
  const known = list.find((comparison) => comparison.id === id)
  const fresh: Comparison = {
    id,
    agents: [...agents],
    judges: [],
    merges: [],
    tab: 'answers',
    adopted: null,
    hidden: null,
    draft: '',
    draftAsText: false,
    draftFiles: [],
  }
  // Opening a decided comparison again makes it undecided.
  const shown = known === undefined ? fresh : { ...known, adopted: null }
  const others = list.filter((comparison) => comparison.id !== id)
  return { list: [shown, ...others].slice(0, KEPT_COMPARISONS), active: id }
}

/** The letters of the columns, and so what judges wrote, remain valid: the new column is the last. */
function addColumn(
  state: Comparisons,
  { id, agentId }: { readonly id: string; readonly agentId: AgentId },
): Comparisons {
  const before = state.list.find((comparison) => comparison.id === id)
  if (before === undefined || before.agents.includes(agentId)) return state
  const agents = [...before.agents, agentId]
  const after: Comparison = { ...before, id: agents.join(' '), agents, hidden: null, adopted: null }
  const others = state.list.filter((each) => each.id !== id && each.id !== after.id)
  return { list: [after, ...others].slice(0, KEPT_COMPARISONS), active: after.id }
}

function changed(state: Comparisons, id: string, change: (known: Comparison) => Partial<Comparison>): Comparisons {
  return { ...state, list: state.list.map((each) => (each.id === id ? { ...each, ...change(each) } : each)) }
}

function keepOnly(state: Comparisons, known: ReadonlySet<AgentId>): Comparisons {
  const isKnown = (agentId: AgentId) => known.has(agentId)
  const list = state.list
    .filter(({ agents }) => agents.every(isKnown))
    .map((each) => ({ ...each, judges: each.judges.filter(isKnown), merges: each.merges.filter(isKnown) }))
  return { list, active: list.some(({ id }) => id === state.active) ? state.active : null }
}

/**
 * Returns the places of columns in a random order that is not the present one, so that a letter that was seen before says
 * nothing. `random`: from 0 to below 1, as `Math.random`.
 */
export function dealtAnew(columns: number, random: () => number): readonly number[] {
  const order = Array.from({ length: columns }, (_, index) => ({ index, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ index }) => index)
  const isSame = order.every((index, place) => index === place)
  return isSame ? [...order.slice(1), ...order.slice(0, 1)] : order
}
