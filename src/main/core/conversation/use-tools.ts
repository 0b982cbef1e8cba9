import type { NewEvent } from '../../../shared/agent-event.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { PlayedCall, PlayedResult } from './playback.ts'
import { recordWithRetry } from './retry-storage.ts'
import { runTools, type ToolRound } from './run-tools.ts'
import type { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'

/** The result of calls that a rerun no longer answers. */
const ENDED = 'Not run: the rerun was ended here, because its calls differ from the recorded ones.'

/**
 * Gives all calls of one answer their results: runs them, or plays recorded ones.
 */
export async function useTools(
  turn: Turn,
  calls: readonly ToolCallBlock[],
  round: ToolRound,
  services: TurnServices,
): Promise<UsedTools> {
  const { playback, signal } = turn
  const results: NewEvent[] = []
  const record = async (events: readonly NewEvent[]): Promise<void> => {
    results.push(...events)
    if (events.length > 0) await recordWithRetry({ events }, signal, services)
  }
  for (const [index, call] of calls.entries()) {
    const next: PlayedCall = playback === undefined ? { type: 'run' } : await playback.next(call, signal)
    if (next.type === 'run') {
      results.push(...(await runTools(turn, calls.slice(index), round, services)))
      return { isEnded: false, results }
    }
    if (next.type === 'stop') return { isEnded: true, results }
    if (next.type === 'end') {
      await record(calls.slice(index).map((left) => resultEvent(turn, left, ENDED_RESULT)))
      return { isEnded: true, results }
    }
    await record([resultEvent(turn, call, next.result)])
  }
  for await (const act of playback?.acts() ?? []) await record([{ ...act, turnId: turn.turnId }])
  return { isEnded: false, results }
}

/** The results of the calls of one answer. `isEnded`: the turn must not continue. */
interface UsedTools {
  readonly isEnded: boolean
  readonly results: readonly NewEvent[]
}

const ENDED_RESULT = { content: ENDED, data: { tool_call_id: '', is_error: true } } as const

function resultEvent(
  { agentId, turnId }: Turn,
  { id, name }: ToolCallBlock,
  { content, data }: PlayedResult,
): NewEvent {
  return { agentId, turnId, kind: 'tool_result', content, data: { ...data, tool_call_id: id, name } }
}
