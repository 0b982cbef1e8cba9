import { useEffect, useRef, type RefObject } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { eventElement } from '../hooks/event-element.ts'
import type { AlignedTurn } from './align-turns.ts'
import { syncedScrollTop, type ScrolledColumn } from './synced-scroll-top.ts'

/** Input events with which the user scrolls, or that precede it. */
const INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'] as const

interface LinkedScroll {
  readonly agents: readonly AgentId[]
  readonly rows: readonly AlignedTurn[]
  readonly linked: boolean
}

/**
 * Synchronises the scrolling of the columns of `area`, turn by turn. Only the column in which the user scrolls moves
 * the others, not one that moves because its answer grows or another column scrolls. Returns a function that aligns the
 * columns again after their widths have changed.
 */
export function useSyncedScroll(
  area: RefObject<HTMLElement | null>,
  { agents, rows, linked }: LinkedScroll,
): () => void {
  const newest = useRef({ agents, rows })
  useEffect(() => {
    newest.current = { agents, rows }
  }, [agents, rows])
  useEffect(() => {
    const element = area.current
    if (element === null || !linked) return
    let leader: HTMLElement | null = null
    let frame = 0
    const lead = ({ target }: Event) => {
      const log = target instanceof Element && element.contains(target) ? target.closest('[role="log"]') : null
      leader = log?.closest<HTMLElement>('[data-column]') ?? null
    }
    const follow = ({ target }: Event) => {
      if (leader === null || !(target instanceof HTMLElement) || target !== scrollerOf(leader)) return
      const from = leader
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => alignColumns(element, from, newest.current))
    }
    // Of the whole document: a command that scrolls columns is not followed, so input outside of them ends the lead.
    for (const type of INPUT_EVENTS) document.addEventListener(type, lead, { capture: true, passive: true })
    // Scroll events do not bubble, but can be captured.
    element.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const type of INPUT_EVENTS) document.removeEventListener(type, lead, { capture: true })
      element.removeEventListener('scroll', follow, { capture: true })
    }
  }, [area, linked])
  return () => {
    if (!linked) return
    // Wait for the next frame, in which the browser lays out the texts with the new widths.
    requestAnimationFrame(() => {
      const focused = area.current?.querySelector<HTMLElement>('[data-column][data-focused="true"]')
      const leader = focused ?? area.current?.querySelector<HTMLElement>('[data-column]')
      if (area.current !== null && leader != null) alignColumns(area.current, leader, newest.current)
    })
  }
}

type Turns = Pick<LinkedScroll, 'agents' | 'rows'>

function alignColumns(area: HTMLElement, leader: HTMLElement, turns: Turns): void {
  const from = measured(leader, turns)
  if (from === null) return
  for (const column of area.querySelectorAll<HTMLElement>('[data-column]')) {
    const to = column === leader ? null : measured(column, turns)
    const scroller = scrollerOf(column)
    if (to !== null && scroller !== null) scroller.scrollTop = syncedScrollTop(from, to)
  }
}

/** Returns null for a column that is not compared. */
function measured(column: HTMLElement, { agents, rows }: Turns): ScrolledColumn | null {
  const index = agents.indexOf(column.dataset['column'] ?? '')
  const scroller = scrollerOf(column)
  if (index === -1 || scroller === null) return null
  const top = scroller.getBoundingClientRect().top - scroller.scrollTop
  const prompts = rows.flatMap(({ turns }, row) => {
    const prompt = eventElement(scroller, turns[index]?.promptId)
    return prompt === null ? [] : [{ row, top: prompt.getBoundingClientRect().top - top }]
  })
  return { scrollTop: scroller.scrollTop, end: scroller.scrollHeight - scroller.clientHeight, rows: prompts }
}

function scrollerOf(column: HTMLElement): HTMLElement | null {
  return column.querySelector<HTMLElement>('[role="log"]')
}
