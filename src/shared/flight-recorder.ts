/** What a recording is about, in the order from the provider to the screen. */
export const RECORDED_WORK = ['provider', 'commit', 'stream', 'call', 'loop', 'received', 'frame'] as const
export type RecordedWork = (typeof RECORDED_WORK)[number]

/** A stretch of time in which something worked, or was late. It never contains anything of a message. */
export interface RecordedSpan {
  readonly work: RecordedWork
  /** The name of an operation, a feed or a provider. */
  readonly name: string
  /** Its begin, ms since the epoch, with fractions. */
  readonly at: number
  readonly ms: number
  /** Events, items of a batch, or 1. */
  readonly count: number
}

/** The last minute of one process. */
export interface FlightRecording {
  readonly isOn: boolean
  readonly spans: readonly RecordedSpan[]
}

/** How far a recording reaches back. */
export const RECORDED_MS = 60_000
/** Calls and frames that are shorter are not recorded, ms. */
export const SLOW_CALL_MS = 20
/** Pieces with less time between them are one span, ms. */
const BURST_MS = 16
const MAX_SPANS = 20_000

/** Keeps what happened in the last minute while it is on. Off, each of its methods returns at once. */
export class FlightRecorder {
  readonly #now: () => number
  #isOn = false
  #endedAt = 0
  #spans: RecordedSpan[] = []
  /** The open burst of each name, by work. */
  readonly #bursts = new Map<RecordedWork, Map<string, Burst>>()

  /** `now`: ms since the epoch, with fractions. */
  constructor(now: () => number) {
    this.#now = now
  }

  get isOn(): boolean {
    return this.#isOn
  }

  /** Begins or ends recording. A new recording is empty; the old one is kept until then. */
  switch(isOn: boolean): void {
    if (isOn && !this.#isOn) {
      this.#spans = []
      this.#bursts.clear()
    }
    if (!isOn && this.#isOn) this.#endedAt = this.#now()
    this.#isOn = isOn
  }

  /** Returns the time for `ended`; 0: it is off. */
  begun(): number {
    return this.#isOn ? this.#now() : 0
  }

  /** Records what has begun at `begun`. What was shorter than `atLeast` ms is left out. */
  ended(work: RecordedWork, name: string, begun: number, { count = 1, atLeast = 0 } = {}): void {
    if (!this.#isOn || begun === 0) return
    const ms = this.#now() - begun
    if (ms >= atLeast) this.add({ work, name, at: begun, ms, count })
  }

  /** Records pieces that arrive one after the other: those in quick succession are one span. */
  piece(work: RecordedWork, name: string, count = 1): void {
    if (!this.#isOn) return
    const now = this.#now()
    const ofWork = this.#bursts.get(work) ?? new Map<string, Burst>()
    const open = ofWork.get(name)
    if (open !== undefined && now - open.last < BURST_MS) {
      open.last = now
      open.count += count
      return
    }
    if (open !== undefined) this.add(spanOf(open))
    this.#bursts.set(work, ofWork.set(name, { work, name, at: now, last: now, count }))
  }

  add(span: RecordedSpan): void {
    if (!this.#isOn) return
    this.#spans.push(span)
    if (this.#spans.length >= 2 * MAX_SPANS) this.#spans = this.#spans.slice(-MAX_SPANS)
  }

  /** Returns what the last minute contains, in the order of its begin. */
  recording(): FlightRecording {
    const since = (this.#isOn ? this.#now() : this.#endedAt) - RECORDED_MS
    const open = [...this.#bursts.values()].flatMap((ofWork) => [...ofWork.values()])
    const spans = [...this.#spans, ...open.map(spanOf)].filter(({ at, ms }) => at + ms >= since)
    return { isOn: this.#isOn, spans: spans.toSorted((a, b) => a.at - b.at).slice(-MAX_SPANS) }
  }
}

interface Burst {
  readonly work: RecordedSpan['work']
  readonly name: string
  readonly at: number
  /** When its last piece arrived. */
  last: number
  count: number
}

function spanOf({ work, name, at, last, count }: Burst): RecordedSpan {
  return { work, name, at, ms: last - at, count }
}
