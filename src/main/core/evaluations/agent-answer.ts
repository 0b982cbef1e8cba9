import type { AgentEventOf } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { newestTurn } from '../agents/newest-turn.ts'
import { isCompleteAnswer } from '../../../shared/answer-end.ts'
import type { RunServices } from '../races/run-services.ts'

/** The final answer of an agent. */
export interface AgentAnswer {
  readonly event: AgentEventOf<'assistant'>
  /** Time from the prompt to the answer, ms; null: not known. */
  readonly latencyMs: number | null
}

/**
 * Returns the agent's answer to its prompt. An answer that is in the log is returned as it is; otherwise the agent's turn
 * is started, or continued after a crash. When the signal aborts, the turn is cancelled.
 */
export async function answerOf(
  agentId: AgentId,
  signal: AbortSignal,
  services: RunServices,
): Promise<Result<AgentAnswer>> {
  const { store, clock } = services
  const newest = await newestTurn(agentId, store)
  if (!newest.ok) return newest
  const begun = clock.now()
  if (newest.value !== 'answered') {
    const problem = await runTurn(agentId, signal, services)
    if (problem !== null) return refuse(problem)
  }
  const latencyMs = newest.value === 'none' ? clock.now() - begun : null
  const events = await store.events({ agentId })
  if (!events.ok) return events
  const event = events.value.findLast((each): each is AgentEventOf<'assistant'> => isCompleteAnswer(each))
  return event === undefined ? refuse(NO_ANSWER) : ok({ event, latencyMs })
}

const NO_ANSWER = 'Its turn ended without an answer; its log says why.'
const STOPPED = 'Its turn was stopped.'

/** Runs the agent's turn to its end. Returns why there is no answer; null: there is one. */
async function runTurn(
  agentId: AgentId,
  signal: AbortSignal,
  { registry, loop, store }: RunServices,
): Promise<string | null> {
  const agent = registry.tree.get(agentId)
  if (agent === undefined) return 'The agent is not known.'
  const started = await loop.start(agent)
  if (!started.ok) return started.error.message
  const cancel = (): void => void loop.cancel(agentId)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const outcome = await started.ended
  signal.removeEventListener('abort', cancel)
  if (outcome === 'completed') return null
  if (outcome === 'cancelled') return STOPPED
  const events = await store.events({ agentId, limit: 20 })
  const error = events.ok ? events.value.findLast(({ kind }) => kind === 'error') : undefined
  return error?.content ?? NO_ANSWER
}
