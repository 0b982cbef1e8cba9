import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

import { followsEnd } from './scroll-position.ts'

export interface StreamScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** Whether the view is at the end and stays there as the stream grows. */
  readonly following: boolean
  jumpToEnd(): void
  /** Scrolls to the top of what the next frame renders. */
  jumpToStart(): void
}

/**
 * Keeps the scroll position of a growing stream: at the end while the user is at the end, otherwise on the same text.
 * `isAway`: the stream ends before the newest event, so that its end is not followed.
 */
export function useStreamScroll(isAway: boolean): StreamScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const last = useRef({ following: true, scrollTop: 0 })
  const [following, setFollowing] = useState(true)
  const away = useRef(isAway)
  const frame = useRef(0)
  // Before the new events change the size of the content.
  useLayoutEffect(() => {
    away.current = isAway
    if (isAway) last.current = { ...last.current, following: false }
  }, [isAway])

  useEffect(() => {
    const view = scroller.current
    const grown = content.current
    if (view === null || grown === null) return
    const observer = new ResizeObserver(() => {
      // The view may have been led up in this frame, of which the event comes in the next one.
      if (last.current.following && followsEnd(last.current, view)) view.scrollTop = view.scrollHeight
    })
    const onScroll = () => {
      last.current = { following: !away.current && followsEnd(last.current, view), scrollTop: view.scrollTop }
      setFollowing(last.current.following)
    }
    observer.observe(grown)
    observer.observe(view)
    view.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      view.removeEventListener('scroll', onScroll)
    }
  }, [])

  return {
    scroller,
    content,
    following,
    jumpToEnd() {
      cancelAnimationFrame(frame.current)
      // The newest events are rendered later; a scroll event before that must not end the following.
      away.current = false
      last.current = { ...last.current, following: true }
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
      setFollowing(true)
    },
    jumpToStart() {
      last.current = { ...last.current, following: false }
      setFollowing(false)
      // The new events are rendered in the next frame.
      cancelAnimationFrame(frame.current)
      frame.current = requestAnimationFrame(() => {
        frame.current = requestAnimationFrame(() => scroller.current?.scrollTo({ top: 0 }))
      })
    },
  }
}
