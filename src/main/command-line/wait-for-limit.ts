import { setTimeout as delay } from 'node:timers/promises'

import type { AgentId } from '../../shared/ids.ts'
import { LONGEST_LIMIT_WAIT_MS, MOST_RETURNS } from '../../shared/limit-return.ts'
import type { TurnOutcome } from '../../shared/stream-event.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { localTime } from './clock-text.ts'
import type { TurnWatcher } from './turn-watcher.ts'

/** Longest sleep at once, ms: a machine that slept, or whose clock was set, is noticed so soon. */
const LOOK_MS = 10_000

interface LimitWaiting {
  readonly watcher: TurnWatcher
  /** Ends the waiting. */
  readonly signal: AbortSignal
  readonly output: Output
}

/**
 * `run --wait-for-limit`: while the agent's turn failed at a limit whose end its provider named, waits for it and lets the agent go
 * on, five times at most. Returns how the last turn ended.
 */
export async function turnEndAfterLimits(
  engine: Engine,
  agentId: AgentId,
  { watcher, signal, output }: LimitWaiting,
): Promise<TurnOutcome> {
  let end = await watcher.turnEnd(agentId)
  for (let times = 1; end === 'failed' && !signal.aborted; times++) {
    const state = await engine.limitReturn.get({ agentId })
    const resetsAt = state.ok ? state.value.resetsAt : null
    if (resetsAt === null) return end
    if (times > MOST_RETURNS || resetsAt - Date.now() > LONGEST_LIMIT_WAIT_MS) {
      output.error(`The limit resets on ${localTime(resetsAt)}, for which this run does not wait.\n`)
      return end
    }
    output.error(`The limit resets on ${localTime(resetsAt)}. Waiting (${times} of ${MOST_RETURNS}); Ctrl+C ends it.\n`)
    await sleepUntil(resetsAt, signal)
    if (signal.aborted) return 'cancelled'
    const resumed = await engine.agents.resume({ agentId })
    if (!resumed.ok) {
      output.error(`${resumed.error.message}\n`)
      return end
    }
    end = await watcher.turnEnd(agentId)
  }
  return end
}

async function sleepUntil(time: number, signal: AbortSignal): Promise<void> {
  for (let left = time - Date.now(); left > 0 && !signal.aborted; left = time - Date.now()) {
    await delay(Math.min(left, LOOK_MS), undefined, { signal }).catch(() => undefined)
  }
}
