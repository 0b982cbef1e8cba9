import type { EventId } from '../../shared/ids.ts'
import type { StreamItem } from './stream-items.ts'

/** How much is drawn at once, characters of text: more than fills a pane, and soon done. */
const STEP_LENGTH = 6_000
/** What an item costs beside its words, in characters. */
const ITEM_LENGTH = 300
/** A pane that grows at its end lets go of its top when it holds more than this, in characters. */
const MOST_LENGTH = 60_000

/**
 * The index from which on the items are drawn: at `from`, or as far back as one step from the end. An item that names
 * another event than `from`, because it folds that one away, is drawn too.
 */
export function firstShown(items: readonly StreamItem[], from: EventId | null): number {
  if (from === null) return furtherBack(items, items.length)
  const index = items.findIndex((item) => item.type !== 'forked' && item.event.id >= from)
  return index === -1 ? furtherBack(items, items.length) : index
}

/** One step before `index`; at least one item, unless there is none. */
export function furtherBack(items: readonly StreamItem[], index: number): number {
  let length = 0
  for (let at = index - 1; at >= 0; at--) {
    length += itemLength(items[at])
    if (length >= STEP_LENGTH) return at
  }
  return 0
}

/** So much is drawn from `index` on that a pane at its end should begin anew with the newest items. */
export function isTooMuch(items: readonly StreamItem[], index: number): boolean {
  return items.slice(index).reduce((sum, item) => sum + itemLength(item), 0) > MOST_LENGTH
}

/** The event at which drawing from `index` on begins; null: all is drawn. */
export function eventAt(items: readonly StreamItem[], index: number): EventId | null {
  const item = items.slice(index).find(({ type }) => type !== 'forked')
  return item === undefined || item.type === 'forked' ? null : item.event.id
}

/** What is folded is not drawn. */
function itemLength(item: StreamItem | undefined): number {
  return ITEM_LENGTH + (item === undefined || item.type === 'forked' ? 0 : (item.event.content?.length ?? 0))
}
