import type { AgentEvent } from '../../src/shared/agent-event.ts'
import type { ContentBlock } from '../../src/shared/content.ts'
import {
  answer,
  call,
  called,
  history,
  type Part,
  result,
  stamp,
  TARGETS,
  text,
  thought,
  user,
} from '../core/transcript/transcript-history.ts'

/** Messages that a turn with a round of calls becomes: the prompt, the calls, their results, the answer. */
const MESSAGES_PER_TURN = 4
const MESSAGES_PER_ROUND = 2

/** Turns with two calls each, until so many messages would be sent. */
export function* longConversation(messages: number): Generator<readonly AgentEvent[]> {
  let before = 0
  for (let turn = 0; turn * MESSAGES_PER_TURN < messages; turn += 1) {
    const parts = [user(`Prompt ${turn}`), ...roundOfCalls(turn), answered(text(`Answer ${turn}`))]
    yield numbered(parts, before)
    before += parts.length
  }
}

/** One prompt, and rounds of two calls each without an end. */
export function* longTurn(messages: number): Generator<readonly AgentEvent[]> {
  let before = 0
  for (let round = 0; round * MESSAGES_PER_ROUND < messages; round += 1) {
    const parts = [...(round === 0 ? [user('Prompt')] : []), ...roundOfCalls(round)]
    yield numbered(parts, before)
    before += parts.length
  }
}

function roundOfCalls(round: number): readonly Part[] {
  const ids = [`call_${round}_a`, `call_${round}_b`]
  const calls = ids.map((id) => ({ ...call(id, 'read', { path: id }), ...stamp(TARGETS.anthropic) }))
  const asked = answered(thought('Hm.', TARGETS.anthropic), ...calls)
  const events = ids.map((id) => called(id, 'read', { path: id }))
  return [asked, ...events, ...ids.map((id) => result(id, 'output '.repeat(20)))]
}

/** An answer of the target's model. */
function answered(...blocks: readonly ContentBlock[]): Part {
  const { provider, model } = TARGETS.anthropic
  return { ...answer(), data: { provider, model, requested_model: model, input_tokens: 100, blocks } }
}

function numbered(parts: readonly Part[], before: number): readonly AgentEvent[] {
  return history(...parts).map((event) => ({ ...event, id: event.id + before }))
}
