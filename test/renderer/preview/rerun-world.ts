import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import type { ContentBlock } from '../../../src/shared/content.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { RerunData } from '../../../src/shared/rerun.ts'
import { compareWorld, CLAUDE, GEMINI, GPT } from './compare-world.ts'
import type { PreviewWorld } from './preview-types.ts'

/** What was run again. */
const ORIGINAL = CLAUDE
/** The rerun with a call that differs. */
const DIFFERS = GPT
/** The rerun that was cut off. */
export const CUT_OFF = GEMINI

const PROMPT = 'Where do the tokens of the gateway expire, and who reads that?'
const FOLLOW_UP = 'How would you test it?'
const SEARCH = { name: 'grep', arguments: { pattern: 'expiresIn', path: 'src/' } }
const READ = { name: 'file_read', arguments: { path: 'src/gateway/token.ts' } }
const OTHER_READ = { name: 'file_read', arguments: { path: 'src/gateway/session.ts' } }
const PARAGRAPH =
  'The gateway signs a token for five minutes and keeps the session behind an opaque refresh token. Whoever reads `expiresIn` gets seconds, except the session store, which counts in milliseconds.'
const LONG_ANSWER = Array.from({ length: 8 }, () => PARAGRAPH).join('\n\n')

type Call = typeof SEARCH | typeof READ

/** An agent and two reruns of it: one whose second call differs, and one that was cut off before its second prompt. */
export function rerunWorld(): PreviewWorld {
  const world = compareWorld()
  const template = world.agents.find(({ id }) => id === ORIGINAL)
  let id = Math.max(0, ...[...world.events.values()].flat().map((event) => event.id))
  const logs = new Map<AgentId, AgentEvent[]>()
  const record = (event: NewEvent): AgentEvent => {
    id += 1
    const recorded = { ...event, id, sessionId: 1, createdAt: '2026-11-20T09:40:00.000Z' }
    logs.set(event.agentId, [...(logs.get(event.agentId) ?? []), recorded])
    return recorded
  }
  const step = (agentId: AgentId, data: RerunData) =>
    record({ agentId, turnId: null, kind: 'rerun', content: null, data })
  const prompt = (agentId: AgentId, content: string) =>
    record({ agentId, turnId: content, kind: 'user', content, data: null })
  const answer = (
    agentId: AgentId,
    turnId: string,
    content: string,
    calls: readonly (Call & { readonly id: string })[],
  ) => {
    const model = agentId === DIFFERS ? 'gpt-5-mini' : 'claude-sonnet-5-5'
    const text: readonly ContentBlock[] = content === '' ? [] : [{ type: 'text', text: content }]
    const blocks = [...text, ...calls.map((call) => ({ type: 'tool_call' as const, ...call }))]
    const figures = {
      input_tokens: 3400,
      output_tokens: 420,
      total_tokens: 3820,
      first_delta_ms: 620,
      duration_ms: 4200,
    }
    const data = { provider: 'anthropic', model, requested_model: model, ...figures, cost_usd: 0.0165, blocks } as const
    return record({ agentId, turnId, kind: 'assistant', content, data })
  }
  const result = (agentId: AgentId, callId: string) =>
    record({
      agentId,
      turnId: PROMPT,
      kind: 'tool_result',
      content: 'src/gateway/token.ts:12: expiresIn: 300',
      data: { tool_call_id: callId, is_error: false },
    })
  const search = (agentId: AgentId) => {
    answer(agentId, PROMPT, '', [{ ...SEARCH, id: 'c1' }])
    result(agentId, 'c1')
  }

  const asked = prompt(ORIGINAL, PROMPT)
  search(ORIGINAL)
  const read = answer(ORIGINAL, PROMPT, 'It is set in one place.', [{ ...READ, id: 'c2' }])
  result(ORIGINAL, 'c2')
  answer(ORIGINAL, PROMPT, LONG_ANSWER, [])
  const second = prompt(ORIGINAL, FOLLOW_UP)
  const last = answer(ORIGINAL, FOLLOW_UP, LONG_ANSWER, [])

  const begun = { step: 'begun', agent: ORIGINAL, from: asked.id, to: last.id } as const
  step(DIFFERS, { ...begun, settings: { onDifference: 'ask', own: ['model'] } })
  prompt(DIFFERS, PROMPT)
  search(DIFFERS)
  answer(DIFFERS, PROMPT, PARAGRAPH, [{ ...OTHER_READ, id: 'd2' }])
  step(DIFFERS, { step: 'diverged', type: 'other_call', event: read.id, recorded: 'c2', made: 'd2' })
  step(DIFFERS, { step: 'decided', choice: 'nearest', made: 'd2', played: 'c2' })
  result(DIFFERS, 'd2')
  answer(DIFFERS, PROMPT, LONG_ANSWER, [])
  step(DIFFERS, { step: 'repeated', event: asked.id })
  prompt(DIFFERS, FOLLOW_UP)
  answer(DIFFERS, FOLLOW_UP, LONG_ANSWER, [])
  step(DIFFERS, { step: 'repeated', event: second.id })
  step(DIFFERS, { step: 'ended', reason: 'completed' })

  step(CUT_OFF, { ...begun, settings: { onDifference: 'ask', own: [] } })
  prompt(CUT_OFF, PROMPT)
  search(CUT_OFF)
  answer(CUT_OFF, PROMPT, 'It is set in one place.', [{ ...READ, id: 'c2' }])
  result(CUT_OFF, 'c2')
  answer(CUT_OFF, PROMPT, PARAGRAPH, [])
  step(CUT_OFF, { step: 'repeated', event: asked.id })
  step(CUT_OFF, { step: 'ended', reason: 'stopped' })

  const names = new Map([
    [ORIGINAL, 'Token life'],
    [DIFFERS, 'Differs'],
    [CUT_OFF, 'Cut off'],
  ])
  const named = (agent: AgentSummary): AgentSummary => {
    const choice = agent.id === CUT_OFF ? (template?.choice ?? null) : agent.choice
    return { ...agent, choice, name: names.get(agent.id) ?? agent.name }
  }
  return { ...world, agents: world.agents.map(named), events: new Map([...world.events, ...logs]) }
}
