import { useEffect, useState, type RefObject } from 'react'

import { keptOrder, type RootOrder } from './root-order.ts'

interface HeldOrder {
  readonly order: RootOrder
  /** Whether it is not the newest one. */
  readonly isOld: boolean
  /** Shows the newest one. */
  update(): void
}

/** Returns the order of the roots, which does not change while the pointer or the focus is in the tree. */
export function useHeldOrder(tree: RefObject<HTMLElement | null>, newest: RootOrder): HeldOrder {
  const isUsed = useIsUsed(tree)
  const [held, setHeld] = useState<RootOrder | null>(null)
  if (isUsed && held === null) setHeld(newest)
  if (!isUsed && held !== null) setHeld(null)
  const order = keptOrder(newest, held)
  return { order, isOld: order.some((id, index) => newest[index] !== id), update: () => setHeld(newest) }
}

/** Returns whether the pointer or the focus is in the element. */
function useIsUsed(element: RefObject<HTMLElement | null>): boolean {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const place = element.current
    if (place === null) return
    const enter = () => setUsed(true)
    const leave = (event: FocusEvent | PointerEvent) => {
      const isStillIn =
        event.type === 'focusout' && event.relatedTarget instanceof Node && place.contains(event.relatedTarget)
      setUsed(isStillIn || place.matches(event.type === 'focusout' ? ':hover' : ':focus-within'))
    }
    place.addEventListener('pointerenter', enter)
    place.addEventListener('focusin', enter)
    place.addEventListener('pointerleave', leave)
    place.addEventListener('focusout', leave)
    return () => {
      place.removeEventListener('pointerenter', enter)
      place.removeEventListener('focusin', enter)
      place.removeEventListener('pointerleave', leave)
      place.removeEventListener('focusout', leave)
    }
  }, [element])
  return isUsed
}
