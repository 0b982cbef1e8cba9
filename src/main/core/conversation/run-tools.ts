import type { NewEvent } from '../../../shared/agent-event.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { Tool } from '../ports/tool-ports.ts'
import type { ToolBatch } from '../tools/tool-batch.ts'
import { runToolBatch } from '../tools/tool-scheduler.ts'
import { recordWithRetry } from './retry-storage.ts'
import type { Turn, TurnDependencies } from './turn.ts'

/** Appended to the last result when the turn may use no more tools (docs/behaviour/turns.md#tool-rounds). */
const LIMIT_REACHED = '\n\n[The limit of tool rounds for one turn is reached. Answer now with what you have.]'

export interface ToolRound {
  readonly tools: readonly Tool[]
  readonly isLastRound: boolean
  /** The call that the output limit cut off; null: none. */
  readonly cut: NonNullable<ToolBatch['cut']> | null
  /** As in `Provider`. Missing: none. */
  readonly echoedTool?: string
}

/** Runs the calls of one answer with the scheduler. When it resolves, all results are recorded, in call order. */
export async function runTools(
  turn: Turn,
  calls: readonly ToolCallBlock[],
  { tools, isLastRound, cut, echoedTool }: ToolRound,
  dependencies: TurnDependencies,
): Promise<void> {
  const { hub, journal, registry, approvals, askServerQuestion, hooks, clock, logger, uploads, callRecorder } =
    dependencies
  const { agentId, turnId, signal } = turn
  const lastCall = calls.at(-1)?.id
  journal.begin(agentId, turnId, turn.choice)
  registry.setActivity(agentId, { type: 'tools' })
  await runToolBatch(
    { agentId, turnId, calls, signal, ...(cut !== null && { cut }) },
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
      around: (callId, call, run) => {
        const record = async (event: NewEvent): Promise<void> => {
          await recordWithRetry({ events: [event] }, signal, dependencies)
        }
        return callRecorder.around({ agentId, turnId, callId, call, record }, run)
      },
      onFinishedEarly: (result) => journal.append(turnId, { type: 'tool_result', result }),
      storeFile: ({ name, bytes }) => uploads.take(name, [bytes]),
      record: async (results) => {
        const events = isLastRound ? results.map((result) => withLimit(result, lastCall)) : results
        await recordWithRetry({ events }, signal, dependencies)
      },
    },
  )
}

function withLimit(event: NewEvent, lastCall: string | undefined): NewEvent {
  if (event.kind !== 'tool_result' || event.data.tool_call_id !== lastCall) return event
  return { ...event, content: (event.content ?? '') + LIMIT_REACHED }
}
