import type { TurnServices } from './turn-services.ts'
import { err, type Result } from '../../../shared/result.ts'
import { catchBug } from './catch-bug.ts'
import { errorEvent } from './response-events.ts'
import type { UnroutedTurn } from './routed-turns.ts'
import type { TurnResult } from './turn.ts'
import type { AppError } from '../../../shared/app-error.ts'
import { type AgentActivity } from '../../../shared/agent-summary.ts'
import type { Clock } from '../ports/system-ports.ts'

/** How long a turn may take to end after it was stopped, ms: longer than a call and the retries of its record. */
const END_GRACE_MS = 60_000

export const NOT_ENDED: AppError = {
  category: 'TIMEOUT',
  message:
    'The turn was stopped, but a part of ikigai did not answer, so the turn was given up after a minute. Your messages are saved. Send the prompt again.',
  retryable: false,
}

/** Waits for work; `overdue`: it has not ended `END_GRACE_MS` after the abort. */
export async function unlessOverdue<T>(work: Promise<T>, signal: AbortSignal, clock: Clock): Promise<T | 'overdue'> {
  const settled = new AbortController()
  const { promise: overdue, resolve } = Promise.withResolvers<'overdue'>()
  const wait = async (): Promise<void> => {
    await clock.sleep(END_GRACE_MS, settled.signal)
    resolve('overdue')
  }
  if (signal.aborted) void wait()
  else signal.addEventListener('abort', () => void wait(), { once: true, signal: settled.signal })
  try {
    return await Promise.race([work, overdue])
  } finally {
    settled.abort()
  }
}

export function idle(isStopped: boolean): AgentActivity {
  return isStopped ? { type: 'idle', stopped: true } : { type: 'idle' }
}

/** The result of a turn that an error from outside of its own code has ended. */
export async function failTurnFromOutside(
  { hub, logger }: TurnServices,
  { agentId, turnId }: UnroutedTurn,
  error: AppError,
  own: TurnResult,
): Promise<TurnResult> {
  // One that was given up has recorded it.
  if (own.error === null) {
    const record = () => hub.record({ events: [errorEvent({ agentId, turnId }, error, null)], settledTurns: [turnId] })
    await catchBug<Result<unknown>>(record, { agentId, fallback: err, logger })
    hub.live(agentId, { type: 'error', error })
  }
  return { outcome: 'failed', error }
}

/**
 * Ends a turn that has been stopped and does not end: something that it waits for never answers. What it does
 * afterwards is not recorded.
 */
export function abandonTurn(
  { hub, logger }: TurnServices,
  { agentId, turnId }: UnroutedTurn,
  error: AppError,
): TurnResult {
  logger.error('A turn that was stopped did not end', { agent: agentId })
  const events = [errorEvent({ agentId, turnId }, error, null)]
  const record = () => hub.record({ events, settledTurns: [turnId] })
  // Not awaited: what does not answer may be the database.
  void catchBug<Result<unknown>>(record, { agentId, fallback: err, logger })
  hub.abandon(turnId)
  hub.live(agentId, { type: 'error', error })
  return { outcome: 'cancelled', error }
}
