import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './approval-question.module.css'

const words = texts.approvals

interface ReadToEndProps {
  readonly children: ReactNode
  /** Label of the box for screen readers. */
  readonly label: string
  /** Called once, when the end was in view or the box was expanded. */
  onSeen(): void
}

/** A scrollable box that shows how many lines follow and reports when its end was in view. */
export function ReadToEnd({ children, label, onSeen }: ReadToEndProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [more, measure] = useLinesBelow(box)
  useEffect(() => {
    if (more === 0) onSeen()
  }, [more, onSeen])

  function open(): void {
    setOpen(true)
    // Move the focus, because the button disappears; the single-letter keys continue to work.
    box.current?.focus()
  }

  return (
    <div className={styles.toRead}>
      <div
        ref={box}
        className={styles.readBox}
        data-open={isOpen}
        role="group"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys as well
        tabIndex={0}
        onScroll={measure}
      >
        {children}
      </div>
      {more === null || more === 0 ? null : (
        <div className={styles.more}>
          <Button tone="quiet" onClick={open}>
            {words.moreLines({ lines: more })}
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Returns the number of lines below the edge of the box (null: not measured yet), and a function that measures again.
 */
function useLinesBelow(box: RefObject<HTMLElement | null>): readonly [number | null, () => void] {
  const [more, setMore] = useState<number | null>(null)
  const measure = (): void => {
    if (box.current !== null) setMore(linesBelow(box.current))
  }
  useEffect(() => {
    const element = box.current
    if (element === null) return
    // Also called once initially, and when the box is expanded.
    const observer = new ResizeObserver(() => setMore(linesBelow(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return [more, measure]
}

function linesBelow(box: HTMLElement): number {
  const hidden = box.scrollHeight - box.clientHeight - box.scrollTop
  // Ignore rounding errors.
  if (hidden <= 2) return 0
  const height = Number.parseFloat(getComputedStyle(box).lineHeight)
  return Math.max(1, Math.round(hidden / (height > 0 ? height : 16)))
}
