import { useEffect, useRef, useState } from 'react'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'

import { useActions, useStores } from '../hooks/app-context.ts'
import { useWindowWithin } from '../hooks/use-window-width.ts'
import { useLayout, useMap } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import viewStyles from '../parts/window-view.module.css'
import { clockTime, dayAndMonth, longDay } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import type { RowFace } from '../tree/row-faces.ts'
import { MapCanvas, type MapCanvasHandle } from './map-canvas.tsx'
import { MapDetails } from './map-details.tsx'
import { MapHeader } from './map-header.tsx'
import type { MapCursor } from './map-keys.ts'
import type { Lane, Period, TimedPoint } from './map-lanes.ts'
import { MapLegend } from './map-legend.tsx'
import { nextPeriod } from './map-period.ts'
import mapTimesStyles from './map-times.module.css'
import styles from './map-view.module.css'
import { laneName } from './map-words.ts'
import { mapKeyHandler, shownCursor, useMapActs, useMapExits, useMapTime } from './use-map-view.ts'
import { newestTime, useMapLanes, useMapPoints } from './use-map.ts'

/** Too narrow for lines beside names, rem: a list by time takes their place. */
const LIST = 37.5

/** All agents over time, in place of the panes: a line for each, with its prompts, forks and merges. */
export function MapView() {
  const { windowView } = useStores()
  const { compare } = useActions()
  const time = useMapTime()
  const { unit, period, pxPerHour, goTo, zoomBy } = time
  const [folder, setFolder] = useState<string | null>(null)
  const [moved, setMoved] = useState<MapCursor | null>(null)
  const { lanes, faces, agents, now } = useMapLanes(period, folder, moved?.agentId ?? null)
  useMapPoints(period)
  const failure = useMap((state) => state.failure)
  const cursor = shownCursor(
    lanes,
    moved,
    useLayout((state) => state.focused),
  )
  const isList = useWindowWithin(LIST)
  const view = useRef<HTMLElement>(null)
  const canvas = useRef<MapCanvasHandle>(null)
  const exits = useMapExits()
  const { selected, act } = useMapActs({ time, canvas, exits, setMoved })
  useEffect(() => view.current?.focus(), [])

  const parts = { lanes, faces, period, cursor, onOpen: exits.open }
  const hasLines = !isList && lanes.length > 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <section
      ref={view}
      className={viewStyles.view}
      aria-label={texts.map.title}
      data-landmark
      tabIndex={-1}
      onKeyDown={mapKeyHandler(lanes, cursor, act)}
    >
      <MapHeader
        unit={unit}
        period={period}
        folder={folder}
        lanes={lanes}
        onUnit={time.showUnit}
        onStep={(by) => goTo(nextPeriod(unit, period, by).from)}
        onToday={() => act({ type: 'now' })}
        onFolder={setFolder}
      />
      <FailureNote failure={failure} />
      <div className={styles.body}>
        {lanes.length === 0 ? <MapEmpty agents={agents} period={period} onGoTo={goTo} /> : null}
        {isList && lanes.length > 0 ? <MapTimes {...parts} /> : null}
        {hasLines ? (
          <>
            <MapCanvas
              {...parts}
              ref={canvas}
              pxPerHour={pxPerHour}
              selected={selected}
              now={now}
              onMove={setMoved}
              onZoom={zoomBy}
            />
            <MapDetails
              {...parts}
              agents={agents}
              selected={[...selected]}
              onCompare={() => {
                windowView.showPanes()
                compare.show([...selected])
              }}
            />
          </>
        ) : null}
      </div>
      {hasLines ? <MapLegend /> : null}
    </section>
  )
}

const words = texts.map

interface MapEmptyProps {
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
  readonly period: Period
  onGoTo(time: number): void
}

/** A period in which nothing happened: leads to the newest time before it, else to the newest of all. */
function MapEmpty({ agents, period, onGoTo }: MapEmptyProps) {
  const all = [...agents.values()]
  const at = newestTime(all, period.from) ?? newestTime(all)
  return (
    <div className={styles.empty}>
      <p>{at === null ? words.nothingYet : words.nothing}</p>
      {at === null ? null : <Button onClick={() => onGoTo(at)}>{words.goTo({ day: longDay(at) })}</Button>}
    </div>
  )
}

interface MapTimesProps {
  readonly lanes: readonly Lane[]
  readonly faces: ReadonlyMap<AgentId, RowFace>
  readonly period: Period
  onOpen(at: MapCursor, beside: boolean): void
}

/** Most entries of the list: a phone shows a few at once. */
const MOST = 500

/** What arrived at agents, newest first, where the window is too narrow for lines. */
function MapTimes({ lanes, faces, period, onOpen }: MapTimesProps) {
  const entries = lanes
    .flatMap((lane) => lane.points.map((point) => ({ lane, point })))
    .filter(({ point: { time } }) => time >= period.from && time < period.to)
    .toSorted((a, b) => b.point.time - a.point.time)
    .slice(0, MOST)
  return (
    <ol className={mapTimesStyles.times} aria-label={words.grid}>
      {entries.map(({ lane, point }) => {
        const { id } = lane.agent
        return (
          <li key={point.eventId}>
            <button
              type="button"
              className={mapTimesStyles.entry}
              onClick={() => onOpen({ agentId: id, eventId: point.eventId }, false)}
            >
              <time dateTime={point.at}>{timeText(point, period)}</time>
              <span className={mapTimesStyles.agent} dir="auto">
                {laneName(lane, faces.get(id))}
              </span>
              <span className={mapTimesStyles.text} dir="auto">
                {point.text}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

const DAY_MS = 25 * 3_600_000

function timeText({ time, at }: TimedPoint, { from, to }: Period): string {
  return to - from > DAY_MS ? `${dayAndMonth(at)} ${clockTime(time)}` : clockTime(time)
}
