import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { Button } from '../parts/button.tsx'
import { longDay } from '../store/calendar-day.ts'
import { texts } from '../text/texts.ts'
import type { Period } from './map-lanes.ts'
import styles from './map-view.module.css'
import { newestTime } from './use-map.ts'

const words = texts.map

interface MapEmptyProps {
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
  readonly period: Period
  onGoTo(time: number): void
}

/** A period in which nothing happened: leads to the newest time before it, else to the newest of all. */
export function MapEmpty({ agents, period, onGoTo }: MapEmptyProps) {
  const all = [...agents.values()]
  const at = newestTime(all, period.from) ?? newestTime(all)
  return (
    <div className={styles.empty}>
      <p>{at === null ? words.nothingYet : words.nothing}</p>
      {at === null ? null : <Button onClick={() => onGoTo(at)}>{words.goTo({ day: longDay(at) })}</Button>}
    </div>
  )
}
