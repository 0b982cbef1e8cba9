import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { streamItems, type StreamItem } from '../history/stream-items.ts'
import type { AnswerTurn } from './answer-turns.ts'
import type { AlignedTurn, ComparedTurns } from './align-turns.ts'

/** What one agent has in a row: its answer to the row's prompt. */
export interface ComparedCell {
  /** Null: the agent was not asked this. */
  readonly turn: AnswerTurn | null
  /** What followed its prompt, oldest first, without what the view of the comparison says elsewhere. */
  readonly items: readonly StreamItem[]
  /** Whether it is the agent's newest turn, in which an answer streams. */
  readonly isNewest: boolean
}

/** A prompt across all columns, and what each agent answered. */
export interface ComparedRow {
  readonly key: string
  /** Null: no prompt has been sent since the agents part. */
  readonly prompt: AgentEventOf<'user'> | null
  /** One per agent, in their order. */
  readonly cells: readonly ComparedCell[]
}

export interface ComparedHistory {
  /** What all agents have in common before the first row, oldest first. */
  readonly earlier: readonly StreamItem[]
  /** Oldest first; at least one. */
  readonly rows: readonly ComparedRow[]
}

/** Kinds that the view shows in its own way: letters and heads, stars, verdicts. */
const SHOWN_ELSEWHERE: ReadonlySet<AgentEvent['kind']> = new Set(['fork', 'model', 'system', 'verdict', 'vote'])

/** The items of one agent's log by the prompt that they follow. */
interface ColumnParts {
  /** Before its first prompt. */
  readonly before: readonly StreamItem[]
  readonly byPrompt: ReadonlyMap<EventId, readonly StreamItem[]>
  readonly prompts: ReadonlyMap<EventId, AgentEventOf<'user'>>
}

/**
 * Divides the logs of compared agents into what they have in common and one row per prompt since then. `logs`: the
 * loaded events of each agent, `turns` those that were read from them.
 */
export function comparedHistory(
  agents: readonly AgentId[],
  logs: readonly (readonly AgentEvent[])[],
  turns: ComparedTurns,
): ComparedHistory {
  const parts = agents.map((agentId, index) => columnParts(agentId, logs[index] ?? []))
  const shared = sharedRows(turns.rows)
  const earlier = earlierItems(parts[0], turns.rows.slice(0, shared))
  const rows = turns.rows.slice(shared).map((row) => comparedRow(row, parts, turns.columns))
  return { earlier, rows: rows.length === 0 ? [emptyRow(agents)] : rows }
}

/** Returns the number of rows at the beginning that are the same messages in all columns: what they inherited. */
function sharedRows(rows: readonly AlignedTurn[]): number {
  const end = rows.findIndex((row, index) => !isShared(row, index === rows.length - 1))
  return end === -1 ? rows.length : end
}

/** Returns the number of prompts and answers among items. */
export function messageCount(items: readonly StreamItem[]): number {
  return items.filter(
    (item) => item.type === 'event' && (item.event.kind === 'user' || item.event.kind === 'assistant'),
  ).length
}

/** A prompt that all agents share is open as long as none of them has answered it. */
function isShared({ turns }: AlignedTurn, isLast: boolean): boolean {
  const [first] = turns
  if (first == null || (isLast && first.answerIds.length === 0)) return false
  const answer = first.answerIds.join()
  return turns.every((turn) => turn?.promptId === first.promptId && turn.answerIds.join() === answer)
}

function columnParts(agentId: AgentId, events: readonly AgentEvent[]): ColumnParts {
  const before: StreamItem[] = []
  const byPrompt = new Map<EventId, StreamItem[]>()
  const prompts = new Map<EventId, AgentEventOf<'user'>>()
  let open = before
  for (const item of streamItems(agentId, events)) {
    if (item.type === 'event' && item.event.kind === 'user') {
      prompts.set(item.event.id, item.event)
      byPrompt.set(item.event.id, (open = []))
    } else if (isShownHere(item)) open.push(item)
  }
  return { before, byPrompt, prompts }
}

function isShownHere(item: StreamItem): boolean {
  return item.type === 'folded' || (item.type === 'event' && !SHOWN_ELSEWHERE.has(item.event.kind))
}

function earlierItems(column: ColumnParts | undefined, rows: readonly AlignedTurn[]): readonly StreamItem[] {
  if (column === undefined || rows.length === 0) return []
  const inRows = rows.flatMap(({ turns: [turn] }): readonly StreamItem[] => {
    const prompt = column.prompts.get(turn?.promptId ?? 0)
    if (prompt === undefined) return []
    return [{ type: 'event', event: prompt }, ...(column.byPrompt.get(prompt.id) ?? [])]
  })
  return [...column.before, ...inRows]
}

function comparedRow(
  { turns }: AlignedTurn,
  parts: readonly ColumnParts[],
  columns: ComparedTurns['columns'],
): ComparedRow {
  const cells = turns.map((turn, index): ComparedCell => {
    const items = turn === null ? [] : (parts[index]?.byPrompt.get(turn.promptId) ?? [])
    return { turn, items, isNewest: turn !== null && turn === columns[index]?.at(-1) }
  })
  const [prompt = null] = turns.flatMap((turn, index) => parts[index]?.prompts.get(turn?.promptId ?? 0) ?? [])
  return { key: `${prompt?.id ?? 'none'}`, prompt, cells }
}

function emptyRow(agents: readonly AgentId[]): ComparedRow {
  const cells = agents.map((): ComparedCell => ({ turn: null, items: [], isNewest: true }))
  return { key: 'none', prompt: null, cells }
}

/** Returns what an agent recorded itself after its own prompt: what a judge or a merge answers. */
export function ownItems(agentId: AgentId, events: readonly AgentEvent[]): readonly StreamItem[] {
  const { byPrompt, prompts } = columnParts(agentId, events)
  return [...prompts.values()].flatMap((prompt) => (prompt.agentId === agentId ? (byPrompt.get(prompt.id) ?? []) : []))
}
