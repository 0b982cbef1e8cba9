import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'

import { createViewWatch, type ViewWatch } from '../parts/view-watch.ts'

/** What is nearer than this to the view is rendered, CSS pixels. */
const MARGIN = 800

const ViewWatchContext = createContext<ViewWatch | null>(null)

interface ScrolledViewProps {
  readonly className: string | undefined
  readonly label: string
  readonly children: ReactNode
}

/** A box that scrolls, in which `NearView` renders what is near the view only. */
export function ScrolledView({ className, label, children }: ScrolledViewProps) {
  const [watch, setWatch] = useState<ViewWatch | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current === null) return undefined
    const created = createViewWatch(box.current, MARGIN)
    setWatch(created)
    return () => created.stop()
  }, [])
  return (
    <div ref={box} className={className} role="region" aria-label={label} tabIndex={-1}>
      {watch === null ? null : <ViewWatchContext value={watch}>{children}</ViewWatchContext>}
    </div>
  )
}

interface NearViewProps {
  /** The height while it is not rendered, rem. */
  readonly height: number
  readonly children: () => ReactNode
}

/** A part of a long view. Far from the view it is an empty box of about its height. */
export function NearView({ height, children }: NearViewProps) {
  const watch = use(ViewWatchContext)
  /** The height that it had when it was rendered; null: it was not yet. CSS pixels. */
  const [{ isNear, measured }, setState] = useState<NearState>({ isNear: false, measured: null })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current === null || watch === null) return undefined
    const element = box.current
    return watch.watch(element, (near) => {
      // What was rendered keeps its height, so that nothing moves.
      const height = element.childElementCount > 0 ? element.getBoundingClientRect().height : null
      setState((before) => ({ isNear: near, measured: height ?? before.measured }))
    })
  }, [watch])
  const rest = measured === null ? `${height}rem` : `${measured}px`
  return (
    <div ref={box} style={isNear ? undefined : { height: rest }}>
      {isNear ? children() : null}
    </div>
  )
}

interface NearState {
  readonly isNear: boolean
  readonly measured: number | null
}
