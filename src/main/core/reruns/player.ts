import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { DifferenceChoice, RerunData } from '../../../shared/rerun.ts'
import type { Playback, PlayedCall } from '../conversation/playback.ts'
import { type Divergence, isSameCall, matchCall, missingCall, nearestCall } from './play-calls.ts'
import type { RecordedAct, CallRecord, RecordedTurn } from './recorded-turns.ts'

/** A difference that somebody decides about. */
export interface Difference {
  readonly divergence: Divergence
  readonly made: ToolCallBlock
  /** Null: there is none to play. */
  readonly nearest: CallRecord | null
}

/** What the player asks of its rerun, and tells it. */
interface RerunControl {
  /** Null: the signal was aborted before anything was decided. */
  readonly decide: (difference: Difference, signal: AbortSignal) => Promise<DifferenceChoice | null>
  readonly record: (data: RerunData) => Promise<void>
  /** The act as an event of the agent that runs again. */
  readonly again: (event: AgentEvent) => Promise<NewEvent>
}

const NO_TURN: RecordedTurn = { opening: [], calls: [], acts: [], events: [] }

/** Plays the recorded calls of one turn after the other, and decides at differences. */
export class Player implements Playback {
  readonly #rerun: RerunControl
  #turn = NO_TURN
  /** Recorded calls of the turn that were not played yet. */
  #left: readonly CallRecord[] = []
  #acts: readonly RecordedAct[] = []
  /** All calls of the turn were the recorded ones so far. */
  #isInStep = true
  #pending: readonly ToolCallBlock[] = []
  #mode: 'plays' | 'runs' | 'ended' = 'plays'
  /** What was recorded before the rerun was cut off. */
  readonly #recorded: readonly RerunData[]

  /** `recorded`: the steps of the rerun so far. */
  constructor(rerun: RerunControl, recorded: readonly RerunData[] = []) {
    this.#rerun = rerun
    this.#recorded = recorded
    const choices = recorded.flatMap((data) => (data.step === 'decided' ? [data.choice] : []))
    if (choices.includes('run')) this.#mode = 'runs'
    if (choices.includes('end')) this.#mode = 'ended'
  }

  /** `runs`: from a difference on, calls run. `ended`: the rerun ended at one. */
  get mode(): 'plays' | 'runs' | 'ended' {
    return this.#mode
  }

  begin(turn: RecordedTurn): void {
    this.#turn = turn
    this.#left = turn.calls
    this.#acts = turn.acts
    this.#isInStep = true
    this.#pending = []
  }

  /** Continues the turn after these calls and acts. Nothing is recorded and nobody is asked. */
  async continue(made: readonly CallRecord[], acts: number): Promise<void> {
    for (const { call, result } of made) if (result !== null) await this.next(call, AbortSignal.abort())
    this.#acts = this.#acts.slice(acts)
    // Calls that ran for real may have had their effect.
    if (this.#mode === 'plays') this.#pending = made.flatMap(({ call, result }) => (result === null ? [call] : []))
  }

  pending(): readonly ToolCallBlock[] {
    return this.#pending
  }

  callIds(newId: () => string): () => string {
    const ids = this.#isInStep && this.#mode === 'plays' ? this.#left.map(({ call }) => call.id).values() : [].values()
    return () => ids.next().value ?? newId()
  }

  async next(made: ToolCallBlock, signal: AbortSignal): Promise<PlayedCall> {
    if (this.#mode !== 'plays') return { type: this.#mode === 'runs' ? 'run' : 'end' }
    const match = matchCall(this.#turn, this.#isInStep ? this.#left : this.#sameFirst(made), made)
    if (match.type === 'same') return this.#play(match.recorded)
    this.#isInStep = false
    const { divergence } = match
    const decided = this.#decidedFor(made.id)
    if (decided === null && !signal.aborted) await this.#diverged(divergence)
    const nearest = nearestCall(this.#left, made)
    const choice = decided ?? (await this.#rerun.decide({ divergence, made, nearest }, signal))
    if (choice === null) return { type: 'stop' }
    const played = choice === 'nearest' ? nearest : null
    if (decided === null) {
      await this.#rerun.record({ step: 'decided', choice, made: made.id, played: played?.call.id ?? null })
    }
    if (played !== null) return this.#play(played)
    this.#mode = choice === 'run' ? 'runs' : 'ended'
    return { type: choice === 'run' ? 'run' : 'end' }
  }

  #decidedFor(madeId: string): DifferenceChoice | null {
    const found = this.#recorded.find((data) => data.step === 'decided' && data.made === madeId)
    return found?.step === 'decided' ? found.choice : null
  }

  acts(): AsyncIterable<NewEvent> {
    const made = this.#turn.calls.length - this.#left.length
    return this.#takeActs(({ afterCalls }) => afterCalls <= made)
  }

  /** Read when the turn has ended with an answer: the acts that are left. */
  async *end(): AsyncIterable<NewEvent> {
    const missing = this.#isInStep && this.#mode === 'plays' ? missingCall(this.#left) : null
    if (missing !== null) await this.#diverged(missing)
    yield* this.#takeActs(() => true)
  }

  /** After a difference the calls of a turn may come in another order. */
  #sameFirst(made: ToolCallBlock): readonly CallRecord[] {
    const same = this.#left.find(({ call, result }) => result !== null && isSameCall(call, made))
    return same === undefined ? this.#left : [same]
  }

  #play(recorded: CallRecord): PlayedCall {
    this.#left = this.#left.filter((left) => left !== recorded)
    const { result } = recorded
    return result === null ? { type: 'end' } : { type: 'result', result }
  }

  async *#takeActs(isDue: (act: RecordedAct) => boolean): AsyncIterable<NewEvent> {
    if (this.#mode !== 'plays') return
    const due = this.#acts.filter(isDue)
    this.#acts = this.#acts.filter((act) => !due.includes(act))
    for (const { event } of due) yield await this.#rerun.again(event)
  }

  async #diverged({ type, eventId, recorded, made }: Divergence): Promise<void> {
    const calls = { recorded: recorded?.call.id ?? null, made: made?.id ?? null }
    const isKnown = this.#recorded.some(
      (data) => data.step === 'diverged' && data.event === eventId && data.made === calls.made,
    )
    if (isKnown) return
    await this.#rerun.record({ step: 'diverged', type, event: eventId, ...calls })
  }
}
