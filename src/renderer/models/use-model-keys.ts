import { useState, type KeyboardEvent } from 'react'

/** An item of the list that the keys move through. */
interface KeyedItem {
  readonly key: string
  /** Ticks the item, or unticks it. */
  toggle(): void
}

interface ModelKeys {
  /** The item that the keys act on; null: none. */
  readonly active: string | null
  /** Lets the keys act on an item. */
  moveTo(key: string): void
  onKeyDown(key: KeyboardEvent<HTMLInputElement>): void
}

interface ModelKeysOptions {
  readonly items: readonly KeyedItem[]
  readonly query: string
  /** The item that the keys act on before an arrow key; null: the first one of a search, else none. */
  readonly first: string | null
  /** Whether Space ticks the item that arrow keys have chosen. */
  readonly ticks: boolean
  /** Called when an item was ticked, so that the next one can be searched for. */
  onTicked(): void
  /** ← or → while nothing is searched for. */
  onStep(active: string, step: 1 | -1): void
  /** Enter. `active`: the item that the keys act on. */
  onEnter(active: string | null): void
}

const MOVES: Readonly<Record<string, 1 | -1 | undefined>> = { ArrowDown: 1, ArrowUp: -1 }
const STEPS: Readonly<Record<string, 1 | -1 | undefined>> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * Keys in the search field of a list of models: ↑ and ↓ move through the items, after that Space ticks one, ← and →
 * change its level, and Enter is done. Before an arrow key, Space belongs to the search.
 */
export function useModelKeys(options: ModelKeysOptions): ModelKeys {
  const { items, query, first, ticks, onTicked, onStep, onEnter } = options
  const [moved, setMoved] = useState<string | null>(null)
  const chosen = items.findIndex(({ key }) => key === moved)
  const start = query.trim() === '' ? items.findIndex(({ key }) => key === first) : 0
  const active = items[chosen === -1 ? start : chosen] ?? null

  function move(by: 1 | -1): void {
    // The first press goes to the first item, also if a search has marked it already.
    const from = chosen === -1 && first === null ? (by === 1 ? -1 : items.length) : chosen === -1 ? start : chosen
    const next = from + by
    setMoved(items[Math.min(Math.max(next, 0), items.length - 1)]?.key ?? null)
  }

  function onKeyDown(key: KeyboardEvent<HTMLInputElement>): void {
    const by = MOVES[key.key]
    const step = STEPS[key.key]
    if (by !== undefined) {
      key.preventDefault()
      move(by)
    } else if (step !== undefined && query === '' && active !== null) {
      key.preventDefault()
      onStep(active.key, step)
    } else if (key.key === ' ' && ticks && chosen !== -1) {
      key.preventDefault()
      items[chosen]?.toggle()
      setMoved(null)
      onTicked()
    } else if (key.key === 'Enter') {
      key.preventDefault()
      onEnter(active?.key ?? null)
    }
  }

  return { active: active?.key ?? null, moveTo: setMoved, onKeyDown }
}
