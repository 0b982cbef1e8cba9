import type { NewEvent } from '../../../shared/agent-event.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { unrecordedText } from '../changes/call-recorder.ts'
import type { Tool } from '../ports/tool-ports.ts'
import type { ToolBatch } from '../tools/tool-batch.ts'
import { runToolBatch } from '../tools/tool-scheduler.ts'
import type { PlayedCall, PlayedResult } from './playback.ts'
import { recordWithRetry } from './retry-storage.ts'
import type { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'
import { defined } from '../../../shared/defined.ts'

interface ToolRound {
  readonly tools: readonly Tool[]
  /** The call that the output limit cut off; null: none. */
  readonly cut: NonNullable<ToolBatch['cut']> | null
  /** As in `Provider`. Missing: none. */
  readonly echoedTool?: string
}

/** Runs the calls of one answer with the scheduler. When it resolves, all results are recorded, and returned in call order. */
export async function runTools(
  turn: Turn,
  calls: readonly ToolCallBlock[],
  { tools, cut, echoedTool }: ToolRound,
  services: TurnServices,
): Promise<readonly NewEvent[]> {
  const { hub, journal, registry, approvals, askServerQuestion, hooks, clock, logger, uploads, callRecorder } = services
  const { agentId, turnId, signal } = turn
  const recorded: NewEvent[] = []
  journal.begin(agentId, turnId, turn.choice)
  registry.setActivity(agentId, { type: 'tools' })
  await runToolBatch(
    { agentId, turnId, calls, signal, ...defined({ cut: cut ?? undefined }) },
    {
      tools,
      echoedTool,
      approvals,
      askServerQuestion,
      hooks,
      clock,
      logger,
      onLink: ({ id, name }, link) => hub.live(agentId, { type: 'tool_link', id, name, ...link }),
      // The approval inbox reports when an agent waits for the user and when it continues.
      onStarted: () => undefined,
      onOutput: (id, text) => hub.live(agentId, { type: 'tool_output_delta', id, text }),
      around: async (callId, call, run) => {
        const record = async (event: NewEvent): Promise<void> => {
          await recordWithRetry({ events: [event] }, signal, services)
        }
        const { result, unrecorded } = await callRecorder.around(
          { agentId, turnId, callId, call, record },
          run,
          ({ wrote = null }) => wrote,
        )
        if (unrecorded === null) return result
        return { ...result, content: `${result.content}\n\n${unrecordedText(unrecorded)}` }
      },
      onFinishedEarly: (result) => journal.append(turnId, { type: 'tool_result', result }),
      storeFile: ({ name, bytes }) => uploads.take(name, [bytes]),
      record: async (events) => {
        recorded.push(...events)
        await recordWithRetry({ events }, signal, services)
      },
    },
  )
  return recorded
}

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
