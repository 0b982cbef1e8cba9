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

/** A phrase in quotes, which may lack the last one, or a word. A minus before it excludes it. */
const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/g

/**
 * Returns the phrases and words that a query of the search looks for, without quotes, in their order: `"a phrase"`,
 * `word`. Not `or`, and nothing after a minus (`-word`), unless the query has nothing else.
 */
export function searchTerms(query: string): readonly string[] {
  const terms = [...query.matchAll(TERM)].flatMap(([, minus, phrase, word]) => {
    const term = (phrase ?? word ?? '').trim()
    return minus === '-' || term === '' || (phrase === undefined && term.toLowerCase() === 'or') ? [] : [term]
  })
  const literal = query.replaceAll('"', '').trim()
  return terms.length > 0 || literal === '' ? terms : [literal]
}

/**
 * Returns what of a query is sought inside an event that the search found: the query as it was typed if the event's
 * text contains it, else its phrases and words.
 */
export function termsInEvent(query: string, text: string): readonly string[] {
  const literal = query.trim()
  return text.toLowerCase().includes(literal.toLowerCase()) && literal !== '' ? [literal] : searchTerms(query)
}
