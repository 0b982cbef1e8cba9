import { useEffect, useState } from 'react'

import type { FoundEvents } from '../actions/log-actions.ts'
import { useActions } from '../hooks/app-context.ts'

export type SearchResult = FoundEvents

export const EMPTY_SEARCH: SearchResult = { query: '', hits: [], olderBefore: null, isUnfinished: false, failure: null }

/** Delay after the last keystroke before the database is queried, ms. */
const DEBOUNCE_MS = 150

/** Returns the hits for a query while it is typed; results of older queries are dropped. */
export function useSearch(query: string): { readonly result: SearchResult; loadOlder(): void } {
  const { search } = useActions().log
  const [result, setResult] = useState(EMPTY_SEARCH)
  const wanted = query.trim()
  useEffect(() => {
    if (wanted === '') return undefined
    const stale = new AbortController()
    const timer = setTimeout(() => {
      void search(wanted, null).then((found) => (stale.signal.aborted ? undefined : setResult(found)))
    }, DEBOUNCE_MS)
    return () => {
      stale.abort()
      clearTimeout(timer)
    }
  }, [wanted, search])

  function loadOlder(): void {
    if (result.olderBefore === null) return
    void search(result.query, result.olderBefore).then((page) =>
      setResult((now) => (now.query === page.query ? { ...page, hits: [...now.hits, ...page.hits] } : now)),
    )
  }

  return { result: wanted === '' ? EMPTY_SEARCH : result, loadOlder }
}
