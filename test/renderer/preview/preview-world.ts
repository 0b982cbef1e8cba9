import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import type { CredentialState } from '../../../src/shared/credential-state.ts'
import type { ModelInfo, ModelList } from '../../../src/shared/model-info.ts'
import { shortAgentId } from '../../../src/shared/ids.ts'
import { PROVIDERS, PROVIDER_NAMES, type ApiProviderName } from '../../../src/shared/providers.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import { catalogName } from './preview-models.ts'
import { PREVIEW_CONFIG, PREVIEW_TOOLS } from './preview-config.ts'
import { previewPrices } from './preview-prices.ts'
import type { PreviewWorld } from './preview-types.ts'

export const ROOT = 'a1b2c3d4-0000-4000-8000-000000000001'
export const CHILD = 'd4e5f6a7-0000-4000-8000-000000000002'
export const SIBLING = 'b7c8d9e0-0000-4000-8000-000000000003'
export const OTHER = 'c0ffee00-0000-4000-8000-000000000004'
export const LONG = 'beef0000-0000-4000-8000-000000000005'

const ANSWER = `Both carry a *proof of who you are*; they differ in **who can check it** and how it ends.

| | Opaque token (OAuth 2) | JWT |
|---|---|---|
| Checked by | asking the issuer | anyone with the public key |
| Revoked | at once | when it expires |
| Size | ~40 bytes | 0.5 – 2 kB |

### What that means for you

1. A **gateway** in front of many services gains from JWTs: no call per request.
2. A **bank** wants a token that dies the moment you say so.

\`\`\`ts
import { jwtVerify } from 'jose'

/** Throws when the signature or the audience is wrong. */
export async function whoIs(token: string): Promise<string> {
  const { payload } = await jwtVerify(token, keys, { audience: 'api' })
  return payload.sub ?? 'nobody' // never trust an empty subject
}
\`\`\`

Short-lived JWTs with an opaque refresh token are the usual middle way; see [RFC 9068](https://www.rfc-editor.org/rfc/rfc9068).`

const SECOND = `Then keep the access token at **five minutes** and put the session behind an opaque refresh token:

- revoking the refresh token ends the session within five minutes,
- nothing is looked up on the hot path,
- \`jti\` stays out of the database.

> The question is never “JWT or not”, but how long a mistake may live.`

const costs = (usd: number, unpriced = 0) => ({ usd, unpriced, partial: 0 })

const usage = (inputTokens: number, outputTokens: number, thinkingTokens: number) => ({
  inputTokens,
  outputTokens,
  thinkingTokens,
  cachedTokens: 0,
  totalTokens: inputTokens + outputTokens,
})

function agent(id: string, changed: Partial<AgentSummary>): AgentSummary {
  const choice = { provider: 'anthropic', model: 'claude-sonnet-5-5', thinkingLevel: 'med' } as const
  return agentSummary({ id, name: shortAgentId(id), choice, createdAt: '2026-11-20T09:00:00.000Z', ...changed })
}

let nextId = 0
function event(input: NewEvent): AgentEvent {
  nextId += 1
  return { ...input, id: nextId, sessionId: 1, createdAt: '2026-11-20T09:00:00.000Z' }
}

const says = (agentId: string, content: string) => event({ agentId, turnId: null, kind: 'user', content, data: null })

function answers(agentId: string, content: string, model: string, thinking: string | null): AgentEvent {
  return event({
    agentId,
    turnId: `turn ${nextId}`,
    kind: 'assistant',
    content,
    data: {
      model,
      input_tokens: 18_004,
      cached_tokens: 16_800,
      cache_write_tokens: { '5m': 1_200 },
      cost_usd: 0.0277,
      cost_source: 'list',
      output_tokens: 1204,
      thinking_tokens: thinking === null ? 0 : 1024,
      finish_reason: 'STOP',
      duration_ms: 8400,
      first_delta_ms: 620,
      ...(thinking === null ? {} : { thinking_ms: 3100 }),
      blocks: [
        ...(thinking === null ? [] : [{ type: 'thinking', text: thinking } as const]),
        { type: 'text', text: content },
      ],
    },
  })
}

function rootEvents(): AgentEvent[] {
  return [
    event({
      agentId: ROOT,
      turnId: null,
      kind: 'command',
      content: '/model claude-sonnet-5-5/med',
      data: { ok: true, answer: 'Switched to claude-sonnet-5-5/med\nThinking: 43,008 tokens' },
    }),
    says(ROOT, 'Compare OAuth 2 opaque tokens and JWTs for an API gateway. Be brief.'),
    answers(
      ROOT,
      ANSWER,
      'claude-sonnet-5-5',
      'The user wants a comparison. A table is the shortest form. I should say what decides between them.',
    ),
    event({ agentId: ROOT, turnId: null, kind: 'mark', content: null, data: { name: 'COMPARED' } }),
    says(ROOT, 'We need revocation within minutes.'),
    answers(ROOT, SECOND, 'claude-sonnet-5-5', null),
    event({ agentId: ROOT, turnId: null, kind: 'fork', content: null, data: { child: CHILD } }),
  ]
}

function childEvents(inherited: readonly AgentEvent[]): AgentEvent[] {
  return [
    ...inherited,
    says(CHILD, 'Look at how our gateway does it today.'),
    event({
      agentId: CHILD,
      turnId: 't2',
      kind: 'assistant',
      content: 'Let me look.',
      data: {
        model: 'gpt-5-mini',
        pool: 'smart',
        pool_choice: { why: 'best', kind: 'folder', value: '/work', cases: 9, won: 7, low: 0.45, high: 0.94 },
        output_tokens: 96,
        finish_reason: 'TOOL_USE',
        duration_ms: 2100,
        blocks: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_call', id: 'c1', name: 'grep', arguments: { pattern: 'jwtVerify', path: 'src/' } },
          { type: 'tool_call', id: 'c2', name: 'bash', arguments: { command: 'npm test -- gateway' } },
        ],
      },
    }),
    event({
      agentId: CHILD,
      turnId: 't2',
      kind: 'tool_result',
      content: 'src/gateway/verify.ts:14:  const { payload } = await jwtVerify(token, keys)',
      data: { tool_call_id: 'c1', duration_ms: 38 },
    }),
    event({
      agentId: CHILD,
      turnId: 't2',
      kind: 'tool_result',
      content: 'Error: Cannot find module',
      data: { tool_call_id: 'c2', is_error: true, duration_ms: 1240 },
    }),
    event({
      agentId: CHILD,
      turnId: 't2',
      kind: 'error',
      content: 'invalid x-api-key',
      data: {
        category: 'AUTH',
        http_status: 401,
        provider_code: 'authentication_error',
        retryable: false,
        request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
      },
    }),
  ]
}

function siblingEvents(inherited: readonly AgentEvent[]): AgentEvent[] {
  return [
    ...inherited,
    says(SIBLING, 'What would you put into the token?'),
    answers(
      SIBLING,
      'Subject, audience, expiry, and the tenant. Nothing that may change within its life.',
      'gemini-3.8-flash',
      'Short answer.',
    ),
    event({ agentId: SIBLING, turnId: null, kind: 'rewind', content: null, data: { target_id: nextId - 1 } }),
    says(SIBLING, 'And the tenant?'),
    event({
      agentId: SIBLING,
      turnId: 't4',
      kind: 'interrupted',
      content: 'The tenant belongs into the token as long as',
      data: {
        reason: 'crash',
        model: 'gemini-3.8-flash',
        blocks: [{ type: 'text', text: 'The tenant belongs into the token as long as' }],
      },
    }),
  ]
}

function longEvents(): AgentEvent[] {
  return Array.from({ length: 120 }, (_, index) => [
    says(LONG, `Question ${index + 1}`),
    answers(LONG, `Answer ${index + 1}. ${'A few more words. '.repeat(6)}`, 'claude-haiku-4-5', null),
  ]).flat()
}

function model(
  provider: ApiProviderName,
  id: string,
  thinking: ModelInfo['thinking'],
  contextWindow: number | null,
): ModelInfo {
  const modalities = { input: id.startsWith('grok') ? ['text'] : ['text', 'image'], output: ['text'] }
  const known = { contextWindow, maxOutput: 64_000, prices: previewPrices(id), endsOn: null, thinking, modalities }
  return { provider, id, name: catalogName(id), ...known }
}

const budget = { none: 'off', low: '22,016 tokens', med: '43,008 tokens', high: '64,000 tokens' }
const effort = { none: 'minimal effort', low: 'low effort', med: 'medium effort', high: 'high effort' }

/** On 20 November 2026. */
const LEARNED = (['tools', 'temperature', 'thinking_level'] as const).map((part, index) => ({
  part,
  at: Date.UTC(2026, 10, 20, 12, index),
}))

const MODELS: ModelList = {
  pricesAsOf: '2026-11-20',
  defaultModel: 'claude-sonnet-5-5/med',
  providers: [
    {
      provider: 'anthropic',
      label: 'Anthropic',
      ready: true,
      models: [
        model('anthropic', 'claude-opus-4-5', budget, 200_000),
        model('anthropic', 'claude-sonnet-5-5', budget, 200_000),
        model('anthropic', 'claude-haiku-4-5', budget, 200_000),
      ],
    },
    {
      provider: 'openai',
      label: 'OpenAI',
      ready: true,
      models: [
        model('openai', 'gpt-5', effort, 400_000),
        { ...model('openai', 'gpt-5-mini', effort, 400_000), learned: LEARNED },
        model('openai', 'gpt-4.1', null, 1_047_576),
      ],
    },
    {
      provider: 'google',
      label: 'Google',
      ready: true,
      models: [
        model('google', 'gemini-3.8-flash', budget, 1_048_576),
        { ...model('google', 'gemini-2.5-flash', budget, 1_048_576), endsOn: '2027-06-17' },
      ],
    },
    { provider: 'xai', label: 'xAI', ready: false, models: [model('xai', 'grok-4', null, 256_000)] },
  ],
}

function credential(provider: ApiProviderName, set: boolean): CredentialState {
  const environmentName = `${provider.toUpperCase()}_API_KEY`
  const keyUrl = `https://console.${provider}.com/keys`
  return {
    provider,
    environmentName,
    keyUrl,
    source: set ? (provider === 'google' ? 'environment' : 'keychain') : null,
    endsIn: set ? '4f2c' : null,
  }
}

const STATUS = {
  version: '0.2.0',
  database: { state: 'ok', message: 'embedded' },
  keychain: { state: 'ok', message: 'System keychain' },
  backup: {
    folder: '/home/ada/.local/share/ikigai-backup',
    everyHours: 24,
    madeAt: Date.parse('2026-11-20T03:12:00Z'),
    isRunning: false,
    problem: null,
    isLate: false,
  },
  signing: { isOn: true, signedAt: Date.parse('2026-11-20T09:41:00Z'), problem: null },
  health: { isRunning: false, checkedAt: null, damages: [], problem: null },
  strayError: null,
  toolServers: [
    {
      name: 'tickets',
      transport: 'http',
      state: 'running',
      message: 'tickets 2.1',
      tools: 4,
      leftOut: ['tool 3 of 5: it has no name'],
    },
  ],
  demo: false,
  dataDirectory: '/home/ada/.local/share/ikigai',
  configDirectory: '/home/ada/.config/ikigai',
} as const

const LAYOUT = {
  columns: [[ROOT], [CHILD]],
  focused: ROOT,
  maximised: null,
  recent: [ROOT, CHILD],
  sizes: {},
  treeVisible: true,
  treeWidth: null,
  collapsed: [],
}

/** A few agents that show everything that a stream can hold. */
export function busyScenario(): PreviewWorld {
  nextId = 0
  const root = rootEvents()
  const inherited = root.slice(0, 6)
  return {
    status: STATUS,
    models: MODELS,
    credentials: PROVIDER_NAMES.filter((name) => name in PROVIDERS).map((name) =>
      credential(name, ['anthropic', 'openai', 'google'].includes(name)),
    ),
    agents: [
      agent(ROOT, { name: 'Tokens for the gateway', usage: usage(9_812, 2_408, 1_024), cost: costs(0.1212) }),
      agent(CHILD, {
        parentId: ROOT,
        createdAt: '2026-11-20T09:01:00.000Z',
        choice: { provider: 'openai', model: 'gpt-5-mini', thinkingLevel: 'high' },
        usage: usage(3_104, 96, 0),
        cost: costs(0.0042),
        activity: { type: 'failed', error: { category: 'AUTH', message: 'invalid x-api-key', retryable: false } },
      }),
      agent(SIBLING, {
        name: 'What goes in',
        parentId: ROOT,
        createdAt: '2026-11-20T09:02:00.000Z',
        choice: { provider: 'google', model: 'gemini-3.8-flash', thinkingLevel: 'low' },
        usage: usage(1_204, 310, 120),
        cost: costs(0.7046),
        unreadMail: 2,
      }),
      agent(OTHER, { createdAt: '2026-11-20T09:03:00.000Z', choice: null }),
      agent(LONG, {
        name: 'A long talk',
        createdAt: '2026-11-20T09:04:00.000Z',
        choice: { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' },
        usage: usage(812_000, 145_000, 0),
        cost: costs(1.537, 2),
      }),
    ],
    events: new Map([
      [ROOT, root],
      [CHILD, childEvents(inherited)],
      [SIBLING, siblingEvents(inherited)],
      [LONG, longEvents()],
    ]),
    settings: new Map([['layout', LAYOUT]]),
    pending: [],
    rules: [],
    config: PREVIEW_CONFIG,
    tools: PREVIEW_TOOLS,
  }
}

/** A first start: no agent, no key. */
export function emptyWorld(): PreviewWorld {
  const world = busyScenario()
  return {
    ...world,
    config: { ...world.config, renewModelsAtStart: null },
    models: { ...MODELS, providers: MODELS.providers.map((each) => ({ ...each, ready: false })) },
    credentials: PROVIDER_NAMES.map((name) => credential(name, false)),
    agents: [],
    events: new Map(),
    settings: new Map(),
  }
}
