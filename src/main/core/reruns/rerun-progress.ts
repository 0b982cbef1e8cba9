import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { RerunOwn, RerunSettings } from '../../../shared/rerun.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { isInstructionFile } from './given-instructions.ts'
import { eventsOfStep, firstIdOf, type RecordedTurn, type RerunStep, rerunSteps } from './recorded-turns.ts'
import type { RecordedRerun } from './rerun-log.ts'
import { isPrompt } from './rerun-scope.ts'

/** How far a rerun has come. */
export interface RerunProgress {
  readonly settings: RerunSettings
  /** Events of the original, and the events that repeated them. */
  readonly done: readonly { readonly original: readonly AgentEvent[]; readonly again: readonly AgentEvent[] }[]
  readonly left: readonly RerunStep[]
  /** The turn that was cut off, the first one of `left`; null: it has not begun. */
  readonly open: OpenTurn | null
  /** The newest event of the rerun before `open`. */
  readonly lastId: EventId
}

/** A turn of a rerun that was cut off. */
export interface OpenTurn {
  /** Its events so far. */
  readonly turn: RecordedTurn
  /** Number of acts that were repeated after its end. */
  readonly actsAfter: number
}

const TOO_OLD = 'This rerun was begun by an earlier version of ikigai, which did not record how. Start a new one.'
const HAS_ENDED = 'This rerun has ended.'
const CHANGED = 'The agent got a prompt or a command since the rerun was cut off. Start a new rerun.'

/** Returns how far a rerun has come. REFUSED if it cannot go on. */
export function rerunProgress({ original, again, steps }: RecordedRerun): Result<RerunProgress> {
  const settings = steps.find((data) => data.step === 'begun')?.settings
  if (settings === undefined) return refuse(TOO_OLD)
  const end = steps.findLast(({ step }) => step === 'ended' || step === 'resumed')
  if (end?.step === 'ended' && (end.reason === 'completed' || end.reason === 'difference')) return refuse(HAS_ENDED)
  const all = rerunSteps(original.filter((event) => !replaces(settings.own, event)))
  const byFirstId = new Map(all.map((step) => [firstIdOf(step), step]))
  const done: { original: readonly AgentEvent[]; again: readonly AgentEvent[] }[] = []
  let events: AgentEvent[] = []
  let lastId = 0
  let doneUpTo = 0
  for (const event of again) {
    events.push(event)
    if (event.kind !== 'rerun') continue
    const { data } = event
    if (data.step !== 'begun' && data.step !== 'repeated') continue
    if (data.step === 'repeated') {
      const step = byFirstId.get(data.event)
      if (step !== undefined) done.push({ original: eventsOfStep(step), again: events })
      doneUpTo = data.event
    }
    lastId = event.id
    events = []
  }
  const left = all.filter((step) => firstIdOf(step) > doneUpTo)
  const open = openTurn(events, left)
  return open.ok ? ok({ settings, done, left, open: open.value, lastId }) : open
}

/** Whether the rerun has its own in place of what the event changed. */
function replaces(own: readonly RerunOwn[], event: AgentEvent): boolean {
  if (isInstructionFile(event)) return own.includes('instructions')
  return (event.kind === 'system' || event.kind === 'model') && own.includes(event.kind)
}

/** `events`: those after the last completed step. */
function openTurn(events: readonly AgentEvent[], left: readonly RerunStep[]): Result<OpenTurn | null> {
  const [first, ...after] = rerunSteps(events)
  if (first === undefined) return ok(null)
  const next = left.find((step) => step.type === 'turn')
  if (first.type !== 'turn' || next === undefined || !isSameOpening(next.turn, first.turn)) return refuse(CHANGED)
  const isOnlyActs = after.every(({ type }) => type === 'act') && after.length <= next.turn.acts.length
  return isOnlyActs ? ok({ turn: first.turn, actsAfter: after.length }) : refuse(CHANGED)
}

function isSameOpening(a: RecordedTurn, b: RecordedTurn): boolean {
  const texts = ({ opening }: RecordedTurn): string =>
    JSON.stringify(opening.flatMap(({ kind, content }) => (isPrompt(kind) ? [[kind, content]] : [])))
  return texts(a) === texts(b)
}
