import type { NewEvent } from '../../../shared/agent-event.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { unrecordedText } from '../changes/call-recorder.ts'
import type { Tool } from '../ports/tool-ports.ts'
import type { ToolBatch } from '../tools/tool-batch.ts'
import { runToolBatch } from '../tools/tool-scheduler.ts'
import { recordWithRetry } from './retry-storage.ts'
import type { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'
import { defined } from '../../../shared/defined.ts'

export interface ToolRound {
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
