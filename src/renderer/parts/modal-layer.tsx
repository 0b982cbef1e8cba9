import { Dialog as Base } from '@base-ui/react/dialog'
import { use, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { LayerHostContext } from './layer-host.ts'

/** What receives the focus when a layer opens: its element with `data-first-focus`, or the layer itself. */
export type InitialFocus = 'marked' | 'layer'

interface ModalLayerProps {
  readonly className: string | undefined
  readonly backdropClassName: string | undefined
  readonly size?: string
  /** The accessible name; missing: the `Title` inside is the name. */
  readonly label?: string
  readonly initialFocus: InitialFocus
  onClose(): void
  readonly children: ReactNode
}

/** A modal layer over the window, which is inert behind it. It is open while it is rendered. */
export function ModalLayer({
  className,
  backdropClassName,
  size,
  label,
  initialFocus,
  onClose,
  children,
}: ModalLayerProps) {
  const host = use(LayerHostContext)
  const popup = useRef<HTMLDivElement>(null)
  const [opener] = useState(focusInLayer)
  useLayoutEffect(() => host.open(), [host])
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={backdropClassName} />
        <Base.Popup
          ref={(element) => {
            popup.current = element
            return element === null || initialFocus === 'layer' ? undefined : focusMarked(element)
          }}
          className={className}
          data-size={size}
          aria-label={label}
          initialFocus={() => markedIn(popup.current) ?? popup.current}
          finalFocus={() => host.returnFocus(opener?.isConnected === true ? opener : null)}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Returns the focused element if it is in an open layer, from which another one is opened. */
function focusInLayer(): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused.closest('[role="dialog"]') !== null ? focused : null
}

/** Returns the element that receives the focus when the layer opens; null: none is marked, or it is still loading. */
function markedIn(layer: HTMLElement | null): HTMLElement | null {
  return layer?.querySelector<HTMLElement>('[data-first-focus]') ?? null
}

/**
 * Focuses the marked element of a layer at once, so that keys pressed before the next frame go to it; if it is still
 * loading, when it appears. Returns how to stop waiting.
 */
function focusMarked(layer: HTMLElement): () => void {
  const observer = new MutationObserver(tryToFocus)
  function tryToFocus(): boolean {
    const marked = markedIn(layer)
    if (marked === null) return false
    observer.disconnect()
    const focused = document.activeElement
    // Do not take the focus from a control that the user has reached in the meantime.
    if (focused === layer || !layer.contains(focused)) marked.focus()
    return true
  }
  if (!tryToFocus()) observer.observe(layer, { childList: true, subtree: true })
  return () => observer.disconnect()
}
