import { useRef } from 'react'

/** Where in the height of the view the page is that counts as the shown one. */
const READING_LINE = 0.4

/** Which page of a document is shown in a box that scrolls. */
export interface PagePlace {
  /** The box, each page of which is a child of its first child, and goes to the page; null: there is none any more. */
  attach(box: HTMLElement | null): void
  /** From 1. */
  readonly page: number
  /** Scrolls to a page. */
  goTo(page: number): void
  /** To be called whenever the box was scrolled. */
  onScroll(): void
}

/** The place in a document of `count` pages. `setPage` keeps which page (from 1) is shown. */
export function usePagePlace(count: number, page: number, setPage: (page: number) => void): PagePlace {
  const scroller = useRef<HTMLElement>(null)
  /** Where the last jump led: near the end of a document that is not the top of its page. CSS pixels. */
  const jumpedTo = useRef<number | null>(null)
  function scrollTo(wanted: number): void {
    const box = scroller.current
    const pages = box?.firstElementChild?.children
    if (box === null || pages === undefined) return
    // The first page keeps its distance from the top, and so does the wanted one.
    box.scrollTop = topOf(pages[wanted - 1]) - topOf(pages[0])
    jumpedTo.current = box.scrollTop
  }

  return {
    attach(box) {
      scroller.current = box
      scrollTo(page)
    },
    page,
    goTo(wanted) {
      const reached = Math.min(count, Math.max(1, wanted))
      setPage(reached)
      scrollTo(reached)
    },
    onScroll() {
      const box = scroller.current
      const pages = box?.firstElementChild?.children
      if (box === null || pages === undefined || box.scrollTop === jumpedTo.current) return
      jumpedTo.current = null
      const isAtEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1
      const line = box.scrollTop + box.clientHeight * READING_LINE
      setPage(isAtEnd ? count : pageAtLine(count, (index) => topOf(pages[index]), line))
    },
  }
}

function topOf(element: Element | undefined): number {
  return element instanceof HTMLElement ? element.offsetTop : 0
}

/** Returns the number (from 1) of the last page that begins above a line. `topAt` gives the top of a page by its index. */
export function pageAtLine(count: number, topAt: (index: number) => number, line: number): number {
  let [first, last] = [0, Math.max(0, count - 1)]
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if (topAt(middle) <= line) first = middle
    else last = middle - 1
  }
  return first + 1
}
