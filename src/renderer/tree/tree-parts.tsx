import { ChevronRight } from 'lucide-react'
import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'

import { useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { isRunning, isWaiting } from '../store/agent-state.ts'
import { texts } from '../text/texts.ts'
import { filterSuggestions, withSuggestion } from './filter-suggestions.ts'
import styles from './tree-parts.module.css'

const words = texts.tree

interface TreeFilterProps {
  readonly query: string
  onChange(query: string): void
  /** Buttons beside the field. */
  readonly buttons: ReactNode
  /** Called on Down or Enter; moves the focus to the rows. */
  onLeave(): void
}

/** The field that filters the tree, in one line with buttons. While it has the focus, it offers how the last word can go on. */
export function TreeFilter({ query, buttons, onChange, onLeave }: TreeFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const [hasFocus, setHasFocus] = useState(false)
  function onKeyDown(key: KeyboardEvent): void {
    if (key.key === 'Escape' && query !== '') onChange('')
    else if (key.key === 'ArrowDown' || key.key === 'Enter') onLeave()
    else return
    key.preventDefault()
  }
  function onBlur(blur: FocusEvent<HTMLDivElement>): void {
    if (!blur.currentTarget.contains(blur.relatedTarget)) setHasFocus(false)
  }
  function choose(suggestion: string): void {
    onChange(withSuggestion(query, suggestion))
    field.current?.focus()
  }
  return (
    <div className={styles.filterArea} onFocus={() => setHasFocus(true)} onBlur={onBlur}>
      <input
        ref={field}
        type="search"
        className={styles.filter}
        aria-label={words.filter}
        data-first-focus
        title={words.filterHelp}
        placeholder={words.filter}
        spellCheck={false}
        value={query}
        onChange={(change) => onChange(change.target.value)}
        onKeyDown={onKeyDown}
      />
      {/* Before the buttons, so that Tab leads from the field to them. */}
      {hasFocus ? <FilterSuggestions query={query} onChoose={choose} /> : null}
      <div className={styles.buttons}>{buttons}</div>
    </div>
  )
}

interface FilterSuggestionsProps {
  readonly query: string
  onChoose(suggestion: string): void
}

function FilterSuggestions({ query, onChoose }: FilterSuggestionsProps) {
  const agents = useTree((state) => state.agents)
  const suggestions = filterSuggestions(query, [...agents.values()])
  if (suggestions.length === 0) return null
  return (
    <div className={styles.counts} role="group" aria-label={words.suggestions}>
      {suggestions.map((suggestion) => (
        <button key={suggestion} type="button" className={styles.count} onClick={() => onChoose(suggestion)}>
          {suggestion}
        </button>
      ))}
    </div>
  )
}

interface StateCountsProps {
  readonly query: string
  /** Number of agents that match the filter; null: there is none. */
  readonly matches: number | null
  onFilter(query: string): void
}

/** How many agents run and wait, as buttons that filter the tree. */
export function StateCounts({ query: typed, matches, onFilter }: StateCountsProps) {
  const query = typed.trim()
  const running = useTree(({ agents }) => [...agents.values()].filter(isRunning).length)
  const waiting = useTree(({ agents }) => [...agents.values()].filter(isWaiting).length)
  const counts = [
    { state: 'running', count: running, text: words.running({ agents: running }) },
    { state: 'waiting', count: waiting, text: words.waiting({ agents: waiting }) },
  ].filter(({ count, state }) => count > 0 || query === `is:${state}`)
  if (counts.length === 0 && matches === null) return null
  return (
    <div className={styles.counts}>
      {counts.map(({ state, text }) => (
        <button
          key={state}
          type="button"
          className={styles.count}
          aria-pressed={query === `is:${state}`}
          onClick={() => onFilter(query === `is:${state}` ? '' : `is:${state}`)}
        >
          {text}
        </button>
      ))}
      <span role="status" className={styles.matches}>
        {matches === null ? '' : words.matches({ agents: matches })}
      </span>
    </div>
  )
}

/** The order of the tree does not change while it is in use. */
export function OrderButton({ onUpdate }: { onUpdate: () => void }) {
  return (
    <button type="button" className={styles.order} onClick={onUpdate}>
      {words.updateOrder}
    </button>
  )
}

export function NoMatches({ onClear }: { onClear: () => void }) {
  const { dialogs } = useStores()
  return (
    <div className={styles.empty}>
      <p className={styles.noMatches}>{words.noMatches}</p>
      <Button tone="quiet" onClick={onClear}>
        {words.clearFilter}
      </Button>
      <Button tone="quiet" onClick={() => dialogs.setState({ dialog: { type: 'search' } })}>
        {words.searchAll}
      </Button>
    </div>
  )
}

/** Shows or hides the archived agents, which are the last rows. */
export function ArchiveButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const archived = useTree(({ agents }) => [...agents.values()].filter((agent) => agent.archived === true).length)
  if (archived === 0) return null
  return (
    <button type="button" className={styles.archive} aria-expanded={isOpen} onClick={onToggle}>
      <ChevronRight aria-hidden /> {words.archive} <span className={styles.archived}>{archived}</span>
    </button>
  )
}
