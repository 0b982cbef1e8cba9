import type { AgentEvent } from '../../shared/agent-event.ts'
import type { EventId } from '../../shared/ids.ts'
import { foldedLength } from '../parts/rich/code-facts.ts'
import type { StreamItem } from './stream-items.ts'

/** Number of characters rendered per step: more than fills a pane, and fast to render. */
const STEP_LENGTH = 6_000
/** Rendering cost of an item in addition to its text, in characters. */
const ITEM_LENGTH = 300
/** Most characters rendered while a pane follows its end; older items are removed from the page. */
const MAX_LENGTH = 60_000

/**
 * Returns the index of the first rendered item: the one with the event `from`, or one step before the end. An item that
 * folds the event away is found too, although its own event is another one.
 */
export function firstRendered(items: readonly StreamItem[], from: EventId | null): number {
  if (from === null) return previousPage(items, items.length)
  const index = items.findIndex((item) => lastId(item) >= from)
  return index === -1 ? previousPage(items, items.length) : index
}

/** Returns the id of the newest event that the item shows; 0 if it shows none. */
function lastId(item: StreamItem): EventId {
  if (item.type === 'forked') return 0
  return item.type === 'forks' || item.type === 'changes' ? (item.items.at(-1)?.event.id ?? 0) : item.event.id
}

/** Returns the index one step before `index`; at least one item earlier, unless there is none. */
export function previousPage(items: readonly StreamItem[], index: number): number {
  let length = 0
  for (let at = index - 1; at >= 0; at--) {
    length += itemLength(items[at])
    if (length >= STEP_LENGTH) return at
  }
  return 0
}

/**
 * Returns whether the items from `index` on exceed the limit, so that a pane at its end should render only the newest
 * ones.
 */
export function exceedsRenderLimit(items: readonly StreamItem[], index: number): boolean {
  return items.slice(index).reduce((sum, item) => sum + itemLength(item), 0) > MAX_LENGTH
}

/** Returns the first event at or after the item at `index`; null if there is none. */
export function eventAt(items: readonly StreamItem[], index: number): EventId | null {
  const item = items.slice(index).find(({ type }) => type !== 'forked')
  return item === undefined || item.type === 'forked' ? null : item.event.id
}

/** Folded content is not rendered and does not count. */
function itemLength(item: StreamItem | undefined): number {
  return ITEM_LENGTH + (item === undefined || item.type === 'forked' ? 0 : eventLength(item.event))
}

/** Of long answers, which are read only once. */
const lengths = new WeakMap<AgentEvent, number>()

function eventLength(event: AgentEvent): number {
  const text = event.content ?? ''
  if (event.kind !== 'assistant' || text.length < STEP_LENGTH) return text.length
  const known = lengths.get(event) ?? foldedLength(text)
  lengths.set(event, known)
  return known
}
