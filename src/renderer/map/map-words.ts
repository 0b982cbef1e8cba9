import { agentName } from '../store/agent-name.ts'
import { clockTime, dateAndTime, dayAndMonth, longDay, monthName, dayRange } from '../text/calendar-day.ts'
import { rowText } from '../tree/row-words.ts'
import type { RowFace } from '../tree/row-faces.ts'
import { texts } from '../text/texts.ts'
import type { Lane, Period, TimedPoint } from './map-lanes.ts'
import type { MapUnit } from './map-period.ts'
import type { Tick, TimeScale } from './time-scale.ts'

const words = texts.map
const HOUR_MS = 3_600_000

/** Returns the name of a period: `Friday, 27 November`, `23–29 Nov 2026`, `November 2026`. */
export function periodName(unit: MapUnit, { from, to }: Period): string {
  if (unit === 'month') return monthName(from)
  return unit === 'day' ? longDay(from) : dayRange(from, to - 1)
}

/** Returns the label of a place on the time axis. */
export function tickText({ time, folded }: Tick, { hasDays }: TimeScale): string {
  if (folded !== null) return foldedText(folded)
  const isMidnight = new Date(time).getHours() === 0
  return hasDays || isMidnight ? dayAndMonth(new Date(time).toISOString()) : clockTime(time)
}

function foldedText(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  return hours < 48 ? words.hours({ hours }) : words.days({ days: Math.round(hours / 24) })
}

/** What a lane is called: its agent, or how many attempts it has. */
export function laneName({ agent, attempts }: Lane, face: RowFace | undefined): string {
  if (attempts.length > 0) return words.attempts({ count: attempts.length })
  return face?.label ?? agentName(agent)
}

/** Everything that a line shows, in words. */
export function laneText(lane: Lane, face: RowFace, isNew: boolean): string {
  const { row, attempts, points, from, to } = lane
  const span = words.span({ from: dateAndTime(from), to: dateAndTime(to) })
  if (attempts.length > 0) return [laneName(lane, face), span].join(', ')
  const prompts = points.filter(({ kind }) => kind === 'prompt').length
  return [rowText(row, face, isNew), words.prompts({ count: prompts }), span].join(', ')
}

/** What a point is, in words. `names`: of the agents that it came from. */
export function pointText({ kind, time, text }: TimedPoint, names: readonly string[], more: number): string {
  const what = words.points[kind]({ names: names.join(', ') })
  const said = [clockTime(time), what, text].filter((part) => part !== '').join(', ')
  return more === 0 ? said : `${said} ${words.more({ count: more })}`
}
