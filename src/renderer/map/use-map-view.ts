import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useShowEvent } from '../hooks/use-show-event.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import type { MapCanvasHandle } from './map-canvas.tsx'
import { type MapAct, type MapCursor, mapKeyAct } from './map-keys.ts'
import type { Lane } from './map-lanes.ts'
import { allowedWidth, type MapUnit, periodAt, PX_PER_HOUR } from './map-period.ts'
import { newestTime } from './use-map.ts'

const ZOOM_STEP = 1.25

/** Which time the map shows, and how wide an hour is: at first the day on which something happened last. */
export function useMapTime() {
  const agents = useTree((state) => state.agents)
  const [unit, setUnit] = useState<MapUnit>('day')
  const [anchor, setAnchor] = useState(() => newestTime(agents.values()) ?? Date.now())
  const [pxPerHour, setPxPerHour] = useState(PX_PER_HOUR.day)
  const period = useMemo(() => periodAt(unit, anchor), [unit, anchor])
  return {
    unit,
    period,
    pxPerHour,
    /** Shows the period that contains a time; ms since the epoch. */
    goTo: setAnchor,
    zoomBy: (factor: number) => setPxPerHour((width) => allowedWidth(unit, width * factor)),
    showUnit(next: MapUnit) {
      setUnit(next)
      setPxPerHour(PX_PER_HOUR[next])
    },
  }
}

type MapTime = ReturnType<typeof useMapTime>

/** Where the cursor is: where it was moved to, else at the focused agent, else at the first line. */
export function shownCursor(
  lanes: readonly Lane[],
  moved: MapCursor | null,
  focused: AgentId | null,
): MapCursor | null {
  const ids = new Set(lanes.map(({ agent }) => agent.id))
  if (moved !== null && ids.has(moved.agentId)) return moved
  const agentId = focused !== null && ids.has(focused) ? focused : lanes[0]?.agent.id
  return agentId === undefined ? null : { agentId, eventId: null }
}

/** Returns what leads from the map to the panes. */
export function useMapExits() {
  const { layout, windowView } = useStores()
  const showEvent = useShowEvent()
  const focused = useLayout((state) => state.focused)
  const focusPrompt = (agentId: AgentId | null): void => {
    // Once the panes are there again.
    requestAnimationFrame(() => promptElement(agentId)?.focus())
  }
  return {
    leave() {
      windowView.showPanes()
      focusPrompt(layout.getState().focused)
    },
    /** Opens an agent, at the point if the cursor is at one. */
    open({ agentId, eventId }: MapCursor, beside: boolean) {
      if (beside) layout.dispatch({ type: 'open', agents: [agentId], focus: true, beside: focused ?? agentId })
      else layout.dispatch({ type: 'show', agentId })
      windowView.showPanes()
      if (eventId === null) focusPrompt(agentId)
      else void showEvent(agentId, eventId)
    },
  }
}

interface MapActsNeeds {
  readonly time: MapTime
  readonly canvas: RefObject<MapCanvasHandle | null>
  readonly exits: ReturnType<typeof useMapExits>
  setMoved(to: MapCursor): void
}

/** Returns what the map does, and which agents are ticked for comparing. */
export function useMapActs({ time, canvas, exits, setMoved }: MapActsNeeds) {
  const [selected, setSelected] = useState<ReadonlySet<AgentId>>(new Set())
  const toggle = (agentId: AgentId): void =>
    setSelected((ids) => {
      const others = new Set(ids)
      if (!others.delete(agentId)) others.add(agentId)
      return others
    })
  const act = (does: MapAct): void => {
    switch (does.type) {
      case 'move':
        canvas.current?.reveal(does.to)
        return setMoved(does.to)
      case 'open':
        return exits.open(does.at, does.beside)
      case 'select':
        return toggle(does.agentId)
      case 'zoom':
        return time.zoomBy(ZOOM_STEP ** does.by)
      case 'now':
        time.goTo(Date.now())
        return canvas.current?.showEnd()
      case 'leave':
        return exits.leave()
    }
  }
  return { selected, act }
}

/** Returns the handler of the map's keys. Fields and buttons beside the lines keep theirs. */
export function mapKeyHandler(lanes: readonly Lane[], cursor: MapCursor | null, act: (does: MapAct) => void) {
  return (pressed: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = pressed
    // React also delivers the keys of menus, which are elsewhere in the page.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || pressed.defaultPrevented) return
    const isOnMap = target === currentTarget || target.closest('[role="treegrid"]') !== null
    if (!isOnMap && pressed.key !== 'Escape') return
    const does = mapKeyAct(lanes, cursor, pressed)
    if (does === null) return
    pressed.preventDefault()
    act(does)
  }
}
