import type { AgentId, EventId } from '../../shared/ids.ts'
import type { RerunView } from '../../shared/rerun.ts'
import { type EventMarkTexts, NO_MARKS } from '../history/event-marks.tsx'
import { columnLetter } from '../store/column-letters.ts'
import { texts } from '../text/texts.ts'

const words = texts.compare.rerun

/** What the column of a rerun, or of its original, shows about it. */
export interface ColumnRerun {
  /** Null: its agent is no rerun. */
  readonly line: RerunLineText | null
  /** The first divergences, before the answers with which the runs part. */
  readonly marks: EventMarkTexts
}

export interface RerunLineText {
  readonly text: string
  readonly hasDivergence: boolean
}

export const NO_RERUN: ColumnRerun = { line: null, marks: NO_MARKS }

/** Returns it for each column. */
export function columnReruns(
  agents: readonly AgentId[],
  reruns: ReadonlyMap<AgentId, RerunView>,
): readonly ColumnRerun[] {
  const letterOf = (agentId: AgentId): string | null => {
    const index = agents.indexOf(agentId)
    return index === -1 ? null : columnLetter(index)
  }
  return agents.map((agentId) => {
    const own = reruns.get(agentId)
    const marks = [...reruns.values()].flatMap((rerun) => marksIn(agentId, rerun, letterOf))
    if (own === undefined && marks.length === 0) return NO_RERUN
    const line = own === undefined ? null : lineOf(own, letterOf(own.original.agentId) ?? words.another)
    return { line, marks: byEvent(marks) }
  })
}

function lineOf({ status, differences, divergence }: RerunView, original: string): RerunLineText {
  const hasDivergence = divergence !== null
  if (hasDivergence) return { text: words.differs({ original, calls: differences }), hasDivergence }
  return { text: status === 'completed' ? words.same({ original }) : words.of({ original }), hasDivergence }
}

type Mark = readonly [EventId, string]

function marksIn(
  agentId: AgentId,
  { agentId: rerunId, original, divergence }: RerunView,
  letterOf: (agentId: AgentId) => string | null,
): readonly Mark[] {
  if (divergence === null) return []
  const { answers, type } = divergence
  const what = texts.history.rerun.what[type]
  if (agentId === rerunId) {
    const from = letterOf(original.agentId) ?? words.another
    return [[answers.again, words.markFrom({ original: from, what })]]
  }
  if (agentId !== original.agentId) return []
  return [[answers.original, words.markOf({ column: letterOf(rerunId) ?? words.another, what })]]
}

function byEvent(marks: readonly Mark[]): EventMarkTexts {
  const grouped = Map.groupBy(marks, ([eventId]) => eventId)
  return new Map([...grouped].map(([eventId, all]) => [eventId, all.map(([, text]) => text)]))
}
