import { useState, type KeyboardEvent } from 'react'

/** An item of the list that the keys move through. */
interface KeyedItem {
  readonly key: string
  toggle(): void
}

interface ModelKeys {
  /** The item that the keys act on; null: none. */
  readonly active: string | null
  onKeyDown(key: KeyboardEvent<HTMLInputElement>): void
}

interface ModelKeysOptions {
  readonly items: readonly KeyedItem[]
  readonly query: string
  /** Called when an item was ticked, so that the next one can be searched for. */
  onTicked(): void
  /** Enter. `active`: the item that the keys act on, if it was chosen by arrow keys or by a search. */
  onEnter(active: string | null): void
}

/**
 * Keys in the search field of a list with checkboxes: ↑ and ↓ move through the items, after that Space ticks one, and
 * Enter is done. Before an arrow key, Space belongs to the search.
 */
export function useModelKeys({ items, query, onTicked, onEnter }: ModelKeysOptions): ModelKeys {
  const [moved, setMoved] = useState<string | null>(null)
  const chosen = items.findIndex(({ key }) => key === moved)
  const index = chosen === -1 && query.trim() !== '' ? 0 : chosen
  const active = items[index] ?? null

  function onKeyDown(key: KeyboardEvent<HTMLInputElement>): void {
    const step = key.key === 'ArrowDown' ? 1 : key.key === 'ArrowUp' ? -1 : null
    if (step !== null) {
      key.preventDefault()
      // The first press goes to the first item, also if a search has marked it already.
      const next = chosen === -1 ? (step === 1 ? 0 : items.length - 1) : chosen + step
      setMoved(items[Math.min(Math.max(next, 0), items.length - 1)]?.key ?? null)
    } else if (key.key === ' ' && chosen !== -1) {
      key.preventDefault()
      items[chosen]?.toggle()
      setMoved(null)
      onTicked()
    } else if (key.key === 'Enter' && !key.nativeEvent.isComposing) {
      key.preventDefault()
      onEnter(active?.key ?? null)
    }
  }

  return { active: active?.key ?? null, onKeyDown }
}
