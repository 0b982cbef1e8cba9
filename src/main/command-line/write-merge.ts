import { branchSummaryPrompt } from '../../shared/branch-merge.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../shared/result.ts'
import type { TurnOutcome } from '../../shared/stream-event.ts'
import type { Engine } from '../core/engine.ts'
import { TurnWatcher } from './turn-watcher.ts'
import { defined } from '../../shared/defined.ts'

export type MergeWish = Parameters<Engine['comparisons']['mergeBranch']>[0]

/**
 * Lets a model write about a branch, or about one of its turns, in a fork of it. Returns the fork once its answer is
 * complete. `signal`: stops the fork.
 */
export async function writeMerge(
  engine: Engine,
  wish: MergeWish,
  model: string,
  signal: AbortSignal,
): Promise<Result<AgentId>> {
  const planned = await engine.comparisons.mergeBranch({ ...wish, preview: true })
  if (!planned.ok) return planned
  const { maxTokens, source } = planned.value
  if (maxTokens === 0) return refuse('The branch is too short for a text of 5 % of it. Give --max-tokens.')
  const isTurn = wish.turn !== undefined
  const lastOfTurn = isTurn ? source.events.at(-1) : undefined
  const forked = await engine.agents.fork({
    agentId: wish.source,
    models: [model],
    reason: 'merge',
    ...defined({ atEventId: lastOfTurn }),
  })
  if (!forked.ok) return forked
  const [writer] = forked.value
  if (writer === undefined) return refuse('The branch could not be forked.')
  const end = await answerOf(engine, writer.id, branchSummaryPrompt({ isTurn, maxTokens }), signal)
  if (!end.ok || end.value === 'completed') return mapOk(end, () => writer.id)
  return refuse(`The text was not written (${end.value}). The attempt is agent ${shortAgentId(writer.id)}.`)
}

/** Sends a prompt and waits for the end of the turn, of which nothing is printed. */
async function answerOf(
  engine: Engine,
  agentId: AgentId,
  text: string,
  signal: AbortSignal,
): Promise<Result<TurnOutcome>> {
  const watcher = new TurnWatcher(engine, { print: () => undefined, answered: () => undefined })
  const stop = (): void => void engine.agents.cancel({ agentId })
  try {
    await watcher.watch(agentId)
    const submitted = await engine.agents.submit({ agentId, text })
    if (!submitted.ok) return submitted
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    return ok(await watcher.turnEnd(agentId))
  } finally {
    signal.removeEventListener('abort', stop)
    await watcher.close()
  }
}
