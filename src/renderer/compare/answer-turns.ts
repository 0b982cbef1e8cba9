import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { recordedCost, recordedUsage } from '../../shared/recorded-usage.ts'
import { meantCall } from '../../shared/tool-search.ts'
import { addUsage, NO_TOKENS, type ResponseCost, type ResponseUsage, type TokenUsage } from '../../shared/usage.ts'
import { streamItems } from '../history/stream-items.ts'

export interface ComparedCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** The figures of one model response. */
interface ResponseFigures {
  /** Null: not reported. */
  readonly usage: ResponseUsage | null
  /** Null: not known. */
  readonly cost: ResponseCost | null
}

/** A prompt and an agent's answer to it: the unit of comparison. */
export interface AnswerTurn {
  readonly promptId: EventId
  readonly prompt: string
  /** The events of the answer, oldest first. */
  readonly answerIds: readonly EventId[]
  /** The text of these events. */
  readonly text: string
  readonly calls: readonly ComparedCall[]
  /** The model of its newest response; null: not known. */
  readonly model: string | null
  /** From the first request to its first delta, ms; null if not known. */
  readonly firstDeltaMs: number | null
  /** Sum over all its requests, ms; null if not known. */
  readonly durationMs: number | null
  readonly responses: readonly ResponseFigures[]
}

/**
 * Returns the turns of an agent that are still in its context, oldest first. Events before the first prompt are left
 * out.
 */
export function answerTurns(agentId: AgentId, events: readonly AgentEvent[]): readonly AnswerTurn[] {
  const turns: AnswerTurn[] = []
  for (const item of streamItems(agentId, events)) {
    if (item.type !== 'event') continue
    const { event } = item
    if (event.kind === 'user') turns.push(newTurn(event))
    const open = turns.at(-1)
    if (open === undefined) continue
    if (event.kind === 'assistant' || event.kind === 'interrupted') turns[turns.length - 1] = withAnswer(open, event)
  }
  return turns
}

/** Returns the tokens of a turn; null if the usage of any of its responses is not known. */
export function turnUsage({ responses }: AnswerTurn): TokenUsage | null {
  return responses
    .map(({ usage }) => usage)
    .reduce<TokenUsage | null>(
      (sum, usage) => (sum === null || usage === null ? null : addUsage(sum, usage)),
      NO_TOKENS,
    )
}

function newTurn({ id, content }: AgentEventOf<'user'>): AnswerTurn {
  return {
    promptId: id,
    prompt: content ?? '',
    answerIds: [],
    text: '',
    calls: [],
    model: null,
    firstDeltaMs: null,
    durationMs: null,
    responses: [],
  }
}

function withAnswer(turn: AnswerTurn, event: AgentEventOf<'assistant'> | AgentEventOf<'interrupted'>): AnswerTurn {
  const content = (event.content ?? '').trim()
  const calls = (event.data.blocks ?? []).filter((block) => block.type === 'tool_call')
  const answered = {
    ...turn,
    answerIds: [...turn.answerIds, event.id],
    text: [turn.text, content].filter((text) => text !== '').join('\n\n'),
    model: event.data.model ?? turn.model,
    calls: [...turn.calls, ...calls.map(({ name, arguments: input }) => meantCall({ name, arguments: input }))],
  }
  return event.kind === 'assistant' ? withFigures(answered, event) : answered
}

function withFigures(turn: AnswerTurn, { data }: AgentEventOf<'assistant'>): AnswerTurn {
  const usage = recordedUsage(data)
  const isFirst = turn.responses.length === 0
  return {
    ...turn,
    firstDeltaMs: isFirst ? (data.first_delta_ms ?? null) : turn.firstDeltaMs,
    durationMs: data.duration_ms === undefined ? turn.durationMs : (turn.durationMs ?? 0) + data.duration_ms,
    responses: [...turn.responses, { usage, cost: recordedCost(data) }],
  }
}
