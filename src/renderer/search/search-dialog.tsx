import { Command } from 'cmdk'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'

import type { SearchHit } from '../../shared/search-hit.ts'
import { useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import paletteStyles from '../parts/pick-dialog.module.css'
import { useRunCommand } from '../hooks/use-run-command.ts'
import { useShowEvent } from '../hooks/use-show-event.ts'
import { PickLayer, PickSearch } from '../parts/pick-dialog.tsx'
import { agentName } from '../store/agent-name.ts'
import { openFindAt } from '../store/find-store.ts'
import styles from './search-dialog.module.css'
import { searchTerms, termsInEvent, EMPTY_SEARCH, type SearchResult, useSearch } from './use-search.ts'
import { texts } from '../text/texts.ts'

const words = texts.search

/**
 * Full-text search over all events of all agents. A hit opens its agent and scrolls to the event. `text`: what is
 * searched for first.
 */
export function SearchDialog({ text }: { readonly text: string }) {
  const { dialogs } = useStores()
  const [query, setQuery] = useState(text)
  const { result, loadOlder } = useSearch(query)
  const isStale = result.query !== query.trim()
  const [opensFirst, setOpensFirst] = useState(false)
  const open = useOpenHit(result.query)
  const close = () => dialogs.close()

  // The results are of an earlier text: Enter opens the first one of the typed text when it arrives.
  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Enter' || !isStale) return
    key.preventDefault()
    setOpensFirst(true)
  }

  const openFirst = useEffectEvent(() => {
    setOpensFirst(false)
    const [first] = result.hits
    if (first !== undefined) open(first)
  })
  useEffect(() => {
    // Running a command closes the dialog synchronously, which React does not do inside an effect.
    if (opensFirst && !isStale) queueMicrotask(openFirst)
  }, [opensFirst, isStale])

  function onType(typed: string): void {
    setOpensFirst(false)
    setQuery(typed)
  }

  return (
    <PickLayer label={words.label} size="wide" onClose={close}>
      <Command label={words.label} shouldFilter={false} onKeyDown={onKeyDown}>
        <PickSearch placeholder={words.placeholder} value={query} onValueChange={onType} />
        <SearchState query={query} result={result} />
        <Command.List className={paletteStyles.list} label={words.results}>
          {result.hits.map((hit) => (
            <SearchHitItem key={hit.event.id} hit={hit} query={result.query} onOpen={open} />
          ))}
          {result.olderBefore === null ? null : (
            <Command.Item className={paletteStyles.item} value="older" onSelect={loadOlder}>
              {result.isUnfinished ? words.searchOlder : words.showOlder}
            </Command.Item>
          )}
        </Command.List>
      </Command>
    </PickLayer>
  )
}

function SearchState({ query, result }: { query: string; result: SearchResult }) {
  return (
    <p className={styles.state} role="status">
      {stateText(query, result)}
    </p>
  )
}

function stateText(query: string, result: SearchResult): string {
  if (query.trim() === '') return words.about
  if (result.failure !== null) return result.failure
  if (result === EMPTY_SEARCH || result.query !== query.trim()) return words.searching
  const { hits, olderBefore, isUnfinished } = result
  if (hits.length === 0) return isUnfinished ? words.noneAmongNewest : texts.common.noResults
  return olderBefore === null ? words.matches({ hits: hits.length }) : words.matchesSoFar({ hits: hits.length })
}

const KINDS: Readonly<Record<string, string>> = words.kinds

/**
 * Opens a hit of this query: its agent, scrolled to the event itself, and the find bar with what the query looks for.
 * Only then the bar goes to a match in the event: what the event contains may be folded, or not shown as it is written.
 */
function useOpenHit(query: string): (hit: SearchHit) => void {
  const { layout, find } = useStores()
  const runCommand = useRunCommand()
  const showEvent = useShowEvent()
  return ({ event }) =>
    runCommand(() => {
      layout.dispatch({ type: 'show', agentId: event.agentId })
      const arrived = openFindAt(find, event.agentId, termsInEvent(query, event.content ?? ''), event.id)
      void showEvent(event.agentId, event.id).then(arrived)
    })
}

interface SearchHitItemProps {
  readonly hit: SearchHit
  readonly query: string
  readonly onOpen: (hit: SearchHit) => void
}

function SearchHitItem({ hit, query, onOpen }: SearchHitItemProps) {
  const { event, excerpt, inContextOf } = hit
  const agents = useTree((state) => state.agents)
  const nameOf = (id: string): string => agentName(agents.get(id) ?? { id, name: '' })
  const others = inContextOf.filter((id) => id !== event.agentId)

  return (
    <Command.Item value={String(event.id)} className={styles.hit} onSelect={() => onOpen(hit)}>
      <span className={styles.where}>
        <span className={styles.agent}>{nameOf(event.agentId)}</span>
        <span>{KINDS[event.kind] ?? event.kind}</span>
        {others.length === 0 ? null : <span>{words.alsoIn({ agents: others.map(nameOf).join(', ') })}</span>}
        {inContextOf.length === 0 ? <span>{words.inNoContext}</span> : null}
      </span>
      <span className={styles.excerpt}>
        {excerptParts(excerpt, query).map(({ text, isMatch }, index) =>
          isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </Command.Item>
  )
}

interface ExcerptPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Splits an excerpt at the matches of the query, so that they can be highlighted. */
export function excerptParts(excerpt: string, query: string): readonly ExcerptPart[] {
  const terms = searchTerms(query)
  if (terms.length === 0) return [{ text: excerpt, isMatch: false }]
  const pattern = new RegExp(`(${terms.map((term) => escaped(term)).join('|')})`, 'giu')
  return excerpt
    .split(pattern)
    .map((text, index) => ({ text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

/** Escapes a text for use in a regular expression. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
