import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import type { ContentBlock, ToolCallBlock } from '../../../src/shared/content.ts'
import { shortAgentId } from '../../../src/shared/ids.ts'
import type { PreviewWorld } from './preview-types.ts'
import { previewPrices } from './preview-prices.ts'
import { busyScenario, OTHER, ROOT } from './preview-world.ts'

export const CLAUDE = 'aaaa0000-0000-4000-8000-00000000000a'
export const GPT = 'bbbb0000-0000-4000-8000-00000000000b'
export const GEMINI = 'cccc0000-0000-4000-8000-00000000000c'

export const PROMPT = 'How long should an access token live, and how is it taken back before that?'
export const FOLLOW_UP = 'Say it in two sentences.'

const CLAUDE_ANSWER = `An access token should live **five minutes**. That is short enough that nobody has to take it back, and long enough that a gateway does not ask the issuer for every call.

1. Keep the session behind an opaque refresh token.
2. Revoke the refresh token: the access token dies within five minutes.
3. For a bank, ask the issuer on every payment.

A deny list of \`jti\` values works too, but then every service needs the list, and you have an opaque token with extra steps.`

const GPT_ANSWER = `An access token should live **between five and fifteen minutes**. That is short enough that few have to take it back, and long enough that a gateway does not ask the issuer for every call.

1. Keep the session behind an opaque, rotating refresh token.
2. Revoke the refresh token: the access token dies within fifteen minutes.
3. Keep a small deny list of \`jti\` values for the rest.

The deny list may live in memory: entries can be dropped once the token would have expired anyway.`

const GEMINI_ANSWER = `Keep it short: **one hour** is what most identity providers give by default.

To take it back earlier you need one of these:

- token introspection (RFC 7662), at the price of one call per request;
- a deny list, shared by all services;
- a shorter life.

Sender-constrained tokens (DPoP, RFC 9449) don't shorten the life, but make a stolen token worthless.`

const SHORT = {
  [CLAUDE]:
    'Five minutes, with an opaque refresh token behind it. Revoking the refresh token ends the session within five minutes.',
  [GPT]:
    'Five to fifteen minutes, with a rotating refresh token behind it. A small deny list in memory covers the rest.',
  [GEMINI]:
    'One hour is the usual default, and too long for most. Introspection takes a token back at once, at a call per request.',
} as const

const AGENTS = [
  {
    id: CLAUDE,
    provider: 'anthropic',
    model: 'claude-sonnet-5-5',
    level: 'med',
    answer: CLAUDE_ANSWER,
    took: [620, 8400, 1204],
  },
  { id: GPT, provider: 'openai', model: 'gpt-5-mini', level: 'high', answer: GPT_ANSWER, took: [1840, 6100, 2310] },
  {
    id: GEMINI,
    provider: 'google',
    model: 'gemini-3.8-flash',
    level: 'low',
    answer: GEMINI_ANSWER,
    took: [410, 9700, 890],
  },
] as const

const CALLS: Readonly<Record<string, readonly ToolCallBlock[]>> = {
  [CLAUDE]: [{ type: 'tool_call', id: 'k1', name: 'grep', arguments: { pattern: 'expiresIn', path: 'src/' } }],
  [GPT]: [
    { type: 'tool_call', id: 'g1', name: 'grep', arguments: { path: 'src/', pattern: 'exp\\b|ttl' } },
    { type: 'tool_call', id: 'g2', name: 'file_read', arguments: { path: 'src/gateway/token.ts' } },
  ],
  [GEMINI]: [],
}

/** Three children of the root that were asked the same two prompts. */
export function compareWorld(): PreviewWorld {
  const world = busyScenario()
  const inherited = (world.events.get(ROOT) ?? []).slice(0, 6)
  let id = Math.max(0, ...[...world.events.values()].flat().map((event) => event.id))
  const event = (input: NewEvent): AgentEvent => {
    id += 1
    return { ...input, id, sessionId: 1, createdAt: '2026-11-20T09:30:00.000Z' }
  }
  const asked = (agentId: string, content: string) => event({ agentId, turnId: 't', kind: 'user', content, data: null })
  const answered = (agent: (typeof AGENTS)[number], content: string, calls: readonly ToolCallBlock[]) => {
    const [first, duration, output] = agent.took
    const blocks: readonly ContentBlock[] = [...calls, { type: 'text', text: content }]
    return event({
      agentId: agent.id,
      turnId: 't',
      kind: 'assistant',
      content,
      data: {
        provider: agent.provider,
        model: agent.model,
        input_tokens: 3400,
        output_tokens: output,
        total_tokens: 3400 + output,
        first_delta_ms: first,
        duration_ms: duration,
        finish_reason: 'STOP',
        cost_usd: costOf(agent.model, output),
        cost_source: 'list',
        blocks,
      },
    })
  }
  const logs = AGENTS.map((agent): [string, readonly AgentEvent[]] => [
    agent.id,
    [
      ...inherited,
      asked(agent.id, PROMPT),
      answered(agent, agent.answer, CALLS[agent.id] ?? []),
      asked(agent.id, FOLLOW_UP),
      answered(agent, SHORT[agent.id], []),
    ],
  ])
  const template = world.agents.find((agent) => agent.id === OTHER)
  const children = AGENTS.flatMap(({ id: agentId, provider, model, level }, index): readonly AgentSummary[] => {
    if (template === undefined) return []
    const choice = { provider, model, thinkingLevel: level }
    const createdAt = `2026-11-20T09:3${index}:00.000Z`
    return [{ ...template, id: agentId, name: shortAgentId(agentId), parentId: ROOT, createdAt, choice }]
  })
  return {
    ...world,
    agents: [...world.agents, ...children],
    events: new Map([...world.events, ...logs]),
  }
}

function costOf(model: string, outputTokens: number): number {
  const [{ input, output } = { input: 0, output: 0 }] = previewPrices(model)
  return (3400 * input + outputTokens * output) / 1e6
}
