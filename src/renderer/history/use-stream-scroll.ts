import { useEffect, useRef, useState, type RefObject } from 'react'

import { followsEnd } from './scroll-position.ts'

export interface StreamScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** Whether the view is at the end and stays there as the stream grows. */
  readonly following: boolean
  jumpToEnd(): void
}

/**
 * Keeps the scroll position of a growing stream: at the end while the user is at the end, otherwise on the same text.
 */
export function useStreamScroll(): StreamScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const last = useRef({ following: true, scrollTop: 0 })
  const [following, setFollowing] = useState(true)

  useEffect(() => {
    const view = scroller.current
    const grown = content.current
    if (view === null || grown === null) return
    const observer = new ResizeObserver(() => {
      if (last.current.following) view.scrollTop = view.scrollHeight
    })
    const onScroll = () => {
      last.current = { following: followsEnd(last.current, view), scrollTop: view.scrollTop }
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
      last.current = { ...last.current, following: true }
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
      setFollowing(true)
    },
  }
}
