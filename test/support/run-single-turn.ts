import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { Pane } from './drive-agent.ts'
import type { RealEngine } from './open-real-engine.ts'

/** The system clock with pauses shortened to a fiftieth, so that retries do not delay tests. */
export const fastClock: Clock = {
  now: () => systemClock.now(),
  sleep: (ms, signal) => systemClock.sleep(ms / 50, signal),
}

/** The result of one turn of a new agent, in the log and in the agent's feed. */
export interface SingleTurn {
  /** Kinds of the turn's events in the log, without the prompt. */
  readonly kinds: readonly string[]
  /** Category of the recorded error. */
  readonly category: string | null
  /** Text in the log, and text that was streamed in the last attempt. */
  readonly recorded: string
  readonly streamed: string
  /** Number of `done` and `error` events in the feed. */
  readonly endings: number
}

export async function runSingleTurn(real: RealEngine, model: string): Promise<SingleTurn> {
  const pane = await Pane.create(real.engine, model)
  await pane.type('Hello')
  pane.close()
  const turn = pane.view.events.filter(({ kind }) => kind !== 'system' && kind !== 'user')
  const error = turn.find((event) => event.kind === 'error')
  const live = pane.items.flatMap((item) => (item.type === 'live' ? [item.event] : []))
  const lastStart = live.findLastIndex(({ type }) => type === 'start' || type === 'retrying')
  const deltas = live
    .slice(Math.max(0, lastStart))
    .flatMap((event) => (event.type === 'text_delta' ? [event.text] : []))
  return {
    kinds: turn.map(({ kind }) => kind),
    category: error?.kind === 'error' ? error.data.category : null,
    recorded: turn.map(({ kind, content }) => (kind === 'error' ? '' : (content ?? ''))).join(''),
    streamed: deltas.join(''),
    endings: live.filter(({ type }) => type === 'done' || type === 'error').length,
  }
}

/** One model for each wire format. */
export const MODEL_BY_API = {
  anthropic: 'claude-haiku-4-5/none',
  responses: 'gpt-5-mini/low',
  gemini: 'gemini-2.5-flash/none',
  chat: 'mistral-large-latest/none',
} as const
