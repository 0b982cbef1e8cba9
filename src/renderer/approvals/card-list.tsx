import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'

import { useStores } from '../hooks/app-context.ts'
import styles from './approval-inbox.module.css'
import { UNREAD_MS } from './use-summoned-focus.ts'

/** The cards of the inbox. Up and down go from card to card, and the focus stays here when its card disappears. */
export function CardList({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  useCardFocus(list)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles the keys of its cards
    <div ref={list} className={styles.inbox} onKeyDown={moveBetweenCards}>
      {children}
    </div>
  )
}

/** What uses up and down itself. */
const OWN_ARROWS = 'input, textarea, select'

/** Up and down go from card to card, except where they mean something else. */
function moveBetweenCards(key: KeyboardEvent<HTMLElement>): void {
  const by = key.key === 'ArrowDown' ? 1 : key.key === 'ArrowUp' ? -1 : 0
  const { target, currentTarget } = key
  if (by === 0 || key.defaultPrevented || !(target instanceof Element) || target.matches(OWN_ARROWS)) return
  const cards = cardsIn(currentTarget)
  const next = cards[cards.findIndex((card) => card.contains(target)) + by]
  if (next === undefined) return
  key.preventDefault()
  focusIn(next)
}

/**
 * Moves the focus when what had it disappears from the list: to the card that takes its place, else to the last one,
 * and without a card to the dialog. Keys that were pressed for what is gone do not reach it.
 */
function useCardFocus(list: RefObject<HTMLElement | null>): void {
  const { dialogs } = useStores()
  const place = useRef<number | null>(null)
  useEffect(() => {
    const element = list.current
    const follow = ({ target }: FocusEvent): void => {
      const isInside = target instanceof Node && element?.contains(target) === true
      place.current = isInside ? cardsIn(element).filter((card) => isBefore(card, target)).length : null
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [list])
  // Runs after every render, because each may have removed the element that had the focus.
  useEffect(() => {
    const element = list.current
    if (element === null || place.current === null || document.activeElement !== document.body) return
    const cards = cardsIn(element)
    const next = cards[place.current] ?? cards.at(-1)
    dialogs.setState({ keysHeldUntil: performance.now() + UNREAD_MS })
    if (next === undefined) element.closest<HTMLElement>('[role="dialog"]')?.focus()
    else focusIn(next)
  })
}

function cardsIn(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll('article')].filter((card) => card.checkVisibility())
}

/** Whether a card ends before a node begins. */
function isBefore(card: HTMLElement, node: Node): boolean {
  return !card.contains(node) && (card.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

function focusIn(card: HTMLElement): void {
  const first = card.querySelector<HTMLElement>('[data-first-answer]') ?? card.querySelector<HTMLElement>('button')
  first?.focus()
  card.scrollIntoView({ block: 'nearest' })
}
