import { Scale } from 'lucide-react'
import { memo } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { EventId } from '../../shared/ids.ts'
import { useTree, useUnread } from '../hooks/use-stores.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { activityShape } from '../parts/activity-dot.tsx'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { type ShapedState, StateShape } from '../parts/state-shape.tsx'
import { isBegunByProgram } from '../store/agent-kind.ts'
import { agentName } from '../store/agent-name.ts'
import { isWaiting } from '../store/agent-state.ts'
import { clockTime, dateAndTime } from '../text/calendar-day.ts'
import { isUnread } from '../store/unread-results.ts'
import type { RowFace } from '../tree/row-faces.ts'
import { type MapLayout, type PlacedLane, placeOf, type PlacedPoint, pointsBetween } from './layout-map.ts'
import styles from './map-row.module.css'
import type { MapCursor } from './map-keys.ts'
import type { Lane } from './map-lanes.ts'
import { laneName, laneText, pointText } from './map-words.ts'

/** From where a line begins to the letter of a compared answer, px at 100 % text. */
const LETTER = 22

/** A line that is shorter than this ends under the letter, px at 100 % text. */
const UNDER_LETTER = 40

interface MapRowProps {
  readonly map: MapLayout
  readonly placed: PlacedLane
  /** Of all lanes. */
  readonly index: number
  readonly face: RowFace
  /** Width of the column of names and height of the axis, px. */
  readonly names: number
  readonly axis: number
  /** The part of the times that is drawn, px. */
  readonly left: number
  readonly right: number
  readonly hasCursor: boolean
  /** The point with the cursor; null: none of this row. */
  readonly cursorEvent: EventId | null
  /** Whether it is ticked for comparing; null: none is. */
  readonly isSelected: boolean | null
  onMove(to: MapCursor): void
  onOpen(at: MapCursor, beside: boolean): void
}

/** The row of one line: its name, its points as cells, and the sign of its state at its end. */
export const MapRow = memo(function MapRow(props: MapRowProps) {
  const { map, placed, index, face, names, axis, hasCursor, cursorEvent, isSelected } = props
  const { lane, y, x, end, isBefore } = placed
  const { agent, row } = lane
  const isNew = useUnread((unread) => isUnread(unread, agent))
  const text = laneText(lane, face, isNew)
  const shape = endShape(lane, face, isNew)
  // The letter stands for an answer that rests.
  const isUnderLetter = face.letter !== null && shape === 'idle' && end - x < UNDER_LETTER * map.zoom
  const at = (eventId: EventId | null): MapCursor => ({ agentId: agent.id, eventId })
  return (
    <div
      role="row"
      className={styles.row}
      style={{ top: axis + y - map.rowHeight / 2, height: map.rowHeight }}
      data-row={agent.id}
      data-current={hasCursor || undefined}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-rowindex={index + 1}
      aria-expanded={row.hasChildren ? true : undefined}
      aria-selected={isSelected ?? hasCursor}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the map handles the keys of all its cells */}
      <span
        role="rowheader"
        className={styles.name}
        style={{ width: names, paddingInlineStart: `${1.25 + Math.min(row.depth, 6)}rem` }}
        tabIndex={hasCursor && cursorEvent === null ? 0 : -1}
        aria-label={text}
        title={text}
        onClick={() => props.onMove(at(null))}
        onDoubleClick={() => props.onOpen(at(null), false)}
      >
        <Glyph lane={lane} face={face} />
        <span className={styles.label} dir="auto">
          {laneName(lane, face)}
        </span>
      </span>
      <Points {...props} />
      {face.letter === null || isBefore ? null : (
        <span className={styles.letter} style={{ insetInlineStart: names + x + LETTER * map.zoom }} aria-hidden>
          {face.letter}
        </span>
      )}
      {isUnderLetter ? null : (
        <span
          className={styles.end}
          style={{ insetInlineStart: names + end }}
          data-before={isBefore || undefined}
          aria-hidden
        >
          <StateShape state={shape} />
          {isBefore ? <span className={styles.before}>{timeBefore(lane, map)}</span> : null}
        </span>
      )}
    </div>
  )
})

function Glyph({ lane: { agent, attempts }, face }: { lane: Lane; face: RowFace }) {
  if (attempts.length > 0) return <BranchSign of="race" className={styles.glyph} />
  if (face.kind === 'judge') return <Scale className={styles.glyph} aria-hidden />
  return agent.choice === null || face.isHidden ? null : <ProviderLeaf of={agent.choice.provider} />
}

function Points({ map, placed, names, left, right, cursorEvent, ...props }: MapRowProps) {
  const { lane } = placed
  const { agent, points } = lane
  const shown = pointsBetween(map, placed, left, right)
  const cursorAt = points.findIndex(({ eventId }) => eventId === cursorEvent)
  const cursorPoint = points[cursorAt]
  const all: readonly PlacedPoint[] =
    cursorPoint === undefined || shown.some(({ index }) => index === cursorAt)
      ? shown
      : [...shown, { index: cursorAt, x: placeOf(map, cursorPoint.time), more: 0 }]
  return all.map(({ index, x, more }) => {
    const point = points[index]
    if (point === undefined) return null
    const to = { agentId: agent.id, eventId: point.eventId }
    return (
      <PointCell
        key={point.eventId}
        point={point}
        more={more}
        at={names + x}
        isCursor={point.eventId === cursorEvent}
        onMove={() => props.onMove(to)}
        onOpen={() => props.onOpen(to, false)}
      />
    )
  })
}

interface PointCellProps {
  readonly point: Lane['points'][number]
  readonly more: number
  /** px from the left edge of the row. */
  readonly at: number
  readonly isCursor: boolean
  onMove(): void
  onOpen(): void
}

function PointCell({ point, more, at, isCursor, onMove, onOpen }: PointCellProps) {
  const key = useTree(({ agents }) => point.from.map((id) => nameOf(agents.get(id), id)).join('\n'))
  const text = pointText(point, key === '' ? [] : key.split('\n'), more)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- as above
    <span
      role="gridcell"
      className={styles.point}
      data-kind={point.kind}
      style={{ insetInlineStart: at }}
      tabIndex={isCursor ? 0 : -1}
      aria-label={text}
      title={text}
      onClick={onMove}
      onDoubleClick={onOpen}
    />
  )
}

function nameOf(agent: AgentSummary | undefined, id: string): string {
  return agentName(agent ?? { id, name: '' })
}

/** The state of the agent; of a race that of an attempt that needs the user. A sub-agent that rests has finished. */
function endShape({ agent, attempts }: Lane, face: RowFace, isNew: boolean): ShapedState {
  const shownAgent = attempts.find((attempt) => isWaiting(attempt.agent))?.agent ?? agent
  const shape = activityShape(shownAgent.activity, shownAgent.status === 'killed', isNew)
  const isDone = shape === 'idle' && attempts.length === 0 && isBegunByProgram(face.kind)
  return isDone ? 'done' : shape
}

/** When a line ended that is not in the period. */
function timeBefore({ to }: Lane, { scale }: MapLayout): string {
  const isSameDay = new Date(to).toDateString() === new Date(scale.from).toDateString()
  return isSameDay ? clockTime(to) : dateAndTime(to)
}
