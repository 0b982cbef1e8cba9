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
 * when older events (`firstKey` changes) come in above.
 */
export function useStreamScroll(firstKey: string | number): StreamScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const last = useRef({ following: true, scrollTop: 0 })
  const [following, setFollowing] = useState(true)

  useEffect(() => {
    const view = scroller.current
    const grown = content.current
    if (view === null || grown === null) return
    const toEnd = () => {
      if (last.current.following) view.scrollTop = view.scrollHeight
    }
    const onScroll = () => {
      last.current = { following: followsEnd(last.current, view), scrollTop: view.scrollTop }
      setFollowing(last.current.following)
    }
    const observer = new ResizeObserver(toEnd)
    observer.observe(grown)
    observer.observe(view)
    view.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      view.removeEventListener('scroll', onScroll)
    }
  }, [])

  useKeepPlace(scroller, content, firstKey)

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

/** Holds the distance to the end when something was put in above; the browser's own anchoring fails at the very top. */
function useKeepPlace(
  scroller: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  firstKey: string | number,
): void {
  const before = useRef({ firstKey, height: 0 })
  useLayoutEffect(() => {
    const view = scroller.current
    const height = content.current?.scrollHeight ?? 0
    const grew = before.current.firstKey !== firstKey && before.current.height > 0
    if (view !== null && grew && view.scrollTop < 1) view.scrollTop = height - before.current.height
    before.current = { firstKey, height }
  })
}
