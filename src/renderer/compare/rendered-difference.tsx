import { useEffect, useRef, type RefObject } from 'react'

import { rangeOf, readText } from '../history/find-matches.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import styles from './compare-differences.module.css'
import { windowDifferences } from './difference-finder.ts'
import { wordPlaces } from './word-places.ts'

interface RenderedDifferenceProps {
  readonly texts: readonly [left: string, right: string]
  readonly names: readonly [left: string, right: string]
}

const HIGHLIGHTS = { left: 'only-left', right: 'only-right' } as const

/**
 * Two answers side by side as they are read, with the words marked that only one of them has. The browser paints the
 * marks (CSS highlights), so that no construct of an answer is drawn otherwise than in a conversation.
 */
export function RenderedDifference({ texts, names }: RenderedDifferenceProps) {
  const left = useRef<HTMLDivElement>(null)
  const right = useRef<HTMLDivElement>(null)
  useMarkedWords(left, right)
  return (
    <div className={styles.sides}>
      <RenderedSide name={names[0]} text={texts[0]} area={left} />
      <RenderedSide name={names[1]} text={texts[1]} area={right} />
    </div>
  )
}

interface RenderedSideProps {
  readonly name: string
  readonly text: string
  readonly area: RefObject<HTMLDivElement | null>
}

function RenderedSide({ name, text, area }: RenderedSideProps) {
  return (
    <section className={styles.side} aria-label={name}>
      <h4 className={styles.sideName}>{name}</h4>
      <div ref={area} className={styles.rendered}>
        <MarkdownView text={text} />
      </div>
    </section>
  )
}

/** Marks them again whenever what is shown has changed, because Markdown and code are drawn in steps. */
function useMarkedWords(left: RefObject<HTMLElement | null>, right: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [one, other] = [left.current, right.current]
    if (one === null || other === null) return undefined
    let isCurrent = true
    let frame = 0
    async function mark(a: HTMLElement, b: HTMLElement): Promise<void> {
      const shown = { left: readText(a), right: readText(b) }
      const [pieces = []] = await windowDifferences.find([[shown.left.text, shown.right.text]])
      if (!isCurrent) return
      for (const side of ['left', 'right'] as const) {
        const { text, pieces: nodes } = shown[side]
        const ranges = wordPlaces(text, pieces, side).flatMap(([start, end]) => rangeOf(nodes, start, end) ?? [])
        CSS.highlights.set(HIGHLIGHTS[side], new Highlight(...ranges))
      }
    }
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => void mark(one, other))
    })
    for (const side of [one, other]) observer.observe(side, { subtree: true, childList: true, characterData: true })
    void mark(one, other)
    return () => {
      isCurrent = false
      observer.disconnect()
      cancelAnimationFrame(frame)
      for (const name of Object.values(HIGHLIGHTS)) CSS.highlights.delete(name)
    }
  }, [left, right])
}
