import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

import { followsEnd } from './scroll-position.ts'

export interface StreamScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** At the end, and staying there as it grows. */
  readonly following: boolean
  jumpToEnd(): void
}

/**
 * Keeps a growing stream where the reader is: at the end while he is at the end, and on the same words otherwise, also
 * when older events come in above (`firstKey` changes).
 */
export function useStreamScroll(firstKey: number): StreamScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const last = useRef({ following: true, scrollTop: 0 })
  const before = useRef({ firstKey, height: 0 })
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

  useLayoutEffect(() => {
    const view = scroller.current
    const height = content.current?.scrollHeight ?? 0
    const { firstKey: lastKey, height: lastHeight } = before.current
    before.current = { firstKey, height }
    // Elsewhere the browser keeps the place by itself; at the very top it has nothing to hold on to.
    const grewAbove = lastKey !== firstKey && lastHeight > 0
    if (view !== null && grewAbove && view.scrollTop < 1) view.scrollTop = height - lastHeight
  })

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
