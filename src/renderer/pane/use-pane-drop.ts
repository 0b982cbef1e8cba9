import { useState, type DragEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import type { PaneSide } from '../store/layout.ts'

/** Data type of a dragged pane; the value is the agent's id. */
const PANE_TYPE = 'application/x-ikigai-pane'

export interface PaneDrop {
  /** The side on which a dragged pane would be placed; null if no pane is dragged over this one. */
  readonly side: PaneSide | null
  readonly handlers: {
    onDragOver(drag: DragEvent<HTMLElement>): void
    onDragLeave(drag: DragEvent<HTMLElement>): void
    onDrop(drag: DragEvent<HTMLElement>): void
  }
}

/** Accepts panes that are dropped on this one and places them on the nearest side. */
export function usePaneDrop(agentId: AgentId): PaneDrop {
  const { layout } = useStores()
  const [side, setSide] = useState<PaneSide | null>(null)
  return {
    side,
    handlers: {
      onDragOver(drag) {
        if (!drag.dataTransfer.types.includes(PANE_TYPE)) return
        drag.preventDefault()
        setSide(nearestSide(drag.currentTarget.getBoundingClientRect(), drag))
      },
      onDragLeave(drag) {
        const isInside = drag.relatedTarget instanceof Node && drag.currentTarget.contains(drag.relatedTarget)
        if (!isInside) setSide(null)
      },
      onDrop(drag) {
        const dragged = drag.dataTransfer.getData(PANE_TYPE)
        setSide(null)
        if (dragged === '') return
        drag.preventDefault()
        const to = nearestSide(drag.currentTarget.getBoundingClientRect(), drag)
        layout.dispatch({ type: 'place', agentId: dragged, target: agentId, side: to })
      },
    },
  }
}

export function startPaneDrag(drag: DragEvent<HTMLElement>, agentId: AgentId): void {
  drag.dataTransfer.effectAllowed = 'move'
  drag.dataTransfer.setData(PANE_TYPE, agentId)
}

interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** Returns the nearest edge, measured relative to the width and height. */
export function nearestSide(box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>, point: Point): PaneSide {
  const x = (point.clientX - box.left) / box.width
  const y = (point.clientY - box.top) / box.height
  const distances: readonly (readonly [PaneSide, number])[] = [
    ['left', x],
    ['right', 1 - x],
    ['above', y],
    ['below', 1 - y],
  ]
  return distances.reduce((best, each) => (each[1] < best[1] ? each : best))[0]
}
