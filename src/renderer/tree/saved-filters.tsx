import { Bookmark, X } from 'lucide-react'

import { useStores } from '../hooks/app-context.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import styles from './tree-parts.module.css'

const words = texts.tree.savedFilters

interface SavedFiltersProps {
  readonly query: string
  onFilter(query: string): void
}

/** The saved filters as buttons that set and clear them, and the button that saves the current one. */
export function SavedFilters({ query, onFilter }: SavedFiltersProps) {
  const { layout } = useStores()
  const filters = useLayout((state) => state.filters)
  const current = query.trim()
  const canSave = current !== '' && !filters.includes(current)
  return (
    <>
      {filters.length === 0 ? null : (
        <ul className={styles.savedFilters} aria-label={words.list}>
          {filters.map((filter) => (
            <li key={filter} className={styles.savedFilter}>
              <button
                type="button"
                className={styles.savedQuery}
                aria-pressed={filter === current}
                onClick={() => onFilter(filter === current ? '' : filter)}
              >
                <Bookmark aria-hidden /> <span dir="auto">{filter}</span>
              </button>
              <button
                type="button"
                className={styles.removeFilter}
                aria-label={words.remove({ filter })}
                title={words.remove({ filter })}
                onClick={() => layout.dispatch({ type: 'remove_filter', query: filter })}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {canSave ? (
        <button
          type="button"
          className={styles.order}
          onClick={() => layout.dispatch({ type: 'save_filter', query: current })}
        >
          {words.save}
        </button>
      ) : null}
    </>
  )
}
