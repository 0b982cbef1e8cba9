import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import type { ModelRequest } from '../../../src/main/core/ports/provider-ports.ts'
import { appliedOptions } from '../../../src/main/core/models/request-options.ts'
import type { ModelChoice } from '../../../src/shared/agent-summary.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { type ModelOptions, SERVICE_TIERS, VERBOSITIES } from '../../../src/shared/model-options.ts'
import { inferProvider, wireModelName } from '../../../src/shared/model-spec.ts'
import { PROVIDER_NAMES, type ApiProviderName } from '../../../src/shared/providers.ts'
import { ALL_LEVELS } from '../../../src/shared/thinking-level.ts'
import { eventsOf } from '../../support/provider-outcome.ts'
import { allModels } from '../../support/provider-simulator/model-limits.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'
import { tool, user } from '../../support/transcript-builders.ts'

const catalog = createModelCatalog()

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 2 }, rooms: { type: 'array', items: { type: 'object' } } },
  required: ['city'],
}

const ALL: ModelOptions = {
  verbosity: 'low',
  service_tier: 'flex',
  temperature: 0.5,
  max_output_tokens: 2_000,
  schema: SCHEMA,
  web_search: true,
  code_execution: true,
}

function requestFor(choice: ModelChoice, options: ModelOptions): ModelRequest {
  const applied = appliedOptions(options, choice, catalog)
  return {
    model: wireModelName(choice),
    thinkingLevel: choice.thinkingLevel,
    system: applied.instruction === null ? [] : [applied.instruction],
    messages: [user('Go')],
    tools: [tool],
    options: applied.options,
    maxOutputTokens: 2_000,
  }
}

/** Models of providers whose lists differ by user. */
const UNLISTED: Partial<Record<ApiProviderName, readonly string[]>> = {
  openrouter: ['openrouter/openai/gpt-6-sol', 'openrouter/anthropic/claude-opus-5'],
  local: ['local/qwen3'],
}

describe('a request with every option', () => {
  let simulator: Simulator

  beforeAll(async () => {
    simulator = await startSimulator()
  })

  afterAll(() => simulator.close())

  const bodyFor = async (
    provider: ApiProviderName,
    model: string,
    options: ModelOptions = ALL,
    thinkingLevel: ModelChoice['thinkingLevel'] = 'low',
  ) => {
    const { provider: adapter } = await testModelAt(simulator, provider)
    return adapter.render(requestFor({ provider, model, thinkingLevel }, options))
  }

  it.each(PROVIDER_NAMES)('is never refused by %s, whatever the model and the level', async (provider) => {
    const listed = allModels().filter((model) => model.provider === provider && inferProvider(model.id) === provider)
    const models = [...listed.map(({ id }) => id), ...(UNLISTED[provider] ?? [])]
    expect(models.length).toBeGreaterThan(0)
    const { provider: adapter } = await testModelAt(simulator, provider)
    const before = simulator.requests.length
    for (const id of models) {
      // Tiers do not depend on the level, so each is sent with one of them.
      const requests = [
        ...ALL_LEVELS.map((level) => ({ level, service_tier: 'standard' as const })),
        ...SERVICE_TIERS.map((service_tier) => ({ level: 'low' as const, service_tier })),
      ].map(({ level, service_tier }) =>
        requestFor({ provider, model: id, thinkingLevel: level }, { ...ALL, service_tier, temperature: 2 }),
      )
      // Levels and tiers that a model does not have give equal bodies, which are sent once.
      const distinct = new Map(requests.map((request) => [JSON.stringify(adapter.render(request)), request]))
      await Promise.all([...distinct.values()].map((request) => eventsOf(adapter, request)))
    }
    const sent = simulator.requests.slice(before)
    expect(sent.length).toBeGreaterThanOrEqual(models.length)
    expect(sent.flatMap(({ rejectedBy, model }) => (rejectedBy ? [`${model} ${rejectedBy}`] : []))).toEqual([])
  })

  it('has what each API takes, by its own names', async () => {
    expect(await bodyFor('openai', 'gpt-6-sol')).toMatchObject({
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'answer', schema: SCHEMA, strict: false } },
      service_tier: 'flex',
      tools: [{ type: 'function' }, { type: 'web_search' }, { type: 'code_interpreter', container: { type: 'auto' } }],
      include: ['reasoning.encrypted_content', 'web_search_call.action.sources', 'code_interpreter_call.outputs'],
    })
    expect(await bodyFor('google', 'gemini-3.8-flash')).toMatchObject({
      serviceTier: 'flex',
      tools: [{ functionDeclarations: [{}] }, { googleSearch: {} }, { codeExecution: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
      generationConfig: { temperature: 0.5, responseMimeType: 'application/json', responseJsonSchema: SCHEMA },
    })
    expect(await bodyFor('xai', 'grok-4.7', { ...ALL, service_tier: 'priority' })).toMatchObject({
      temperature: 0.5,
      service_tier: 'priority',
      tools: [{ type: 'function' }, { type: 'web_search' }, { type: 'code_interpreter' }],
    })
    expect(await bodyFor('mistral', 'mistral-large-4', { ...ALL, service_tier: 'standard' })).toMatchObject({
      temperature: 0.5,
      service_tier: 'standard_only',
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA } },
    })
    expect(await bodyFor('openrouter', 'openrouter/openai/gpt-6-sol')).toMatchObject({
      verbosity: 'low',
      temperature: 0.5,
      service_tier: 'flex',
      tools: [{ type: 'function' }, { type: 'openrouter:web_search' }],
    })
    expect(await bodyFor('moonshot', 'kimi-k3.1-pro')).toMatchObject({
      tools: [{ type: 'function' }, { type: 'builtin_function', function: { name: '$web_search' } }],
    })
    expect(await bodyFor('moonshot', 'kimi-k2.6')).toHaveProperty('tools.length', 1)
    const closed = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false }
    const options = { ...ALL, schema: { ...closed, required: ['city'] }, service_tier: 'standard' } as const
    expect(await bodyFor('anthropic', 'claude-opus-5', options)).toMatchObject({
      service_tier: 'standard_only',
      output_config: { effort: 'low', format: { type: 'json_schema', schema: { ...closed, required: ['city'] } } },
      tools: [{ name: 'read' }, { type: 'web_search_20250305' }, { type: 'code_execution_20250825' }],
    })
  })

  it('has nothing that the model does not take', async () => {
    const claude = await bodyFor('anthropic', 'claude-opus-5')
    expect(claude).not.toHaveProperty('temperature')
    expect(claude).not.toHaveProperty('service_tier')
    expect(await bodyFor('openai', 'gpt-6-sol')).not.toHaveProperty('temperature')
    expect(await bodyFor('openai', 'gpt-4o')).not.toHaveProperty('text.verbosity')
    expect(await bodyFor('openai', 'gpt-4o')).toHaveProperty('temperature', 0.5)
    const old = await bodyFor('google', 'gemini-2.5-flash')
    expect(old).toMatchObject({ tools: [{ functionDeclarations: [{}] }] })
    expect(old).not.toHaveProperty('generationConfig.responseJsonSchema')
    const kimi = await bodyFor('moonshot', 'kimi-k3.1-pro')
    for (const field of ['temperature', 'verbosity', 'service_tier']) expect(kimi).not.toHaveProperty(field)
    const meta = await bodyFor('meta', 'muse-spark-1.3')
    for (const field of ['temperature', 'text', 'service_tier']) expect(meta).not.toHaveProperty(field)
  })

  it('is sent again without an option that the server refuses, and keeps the others', async () => {
    const { provider } = await testModelAt(simulator, 'openai')
    const choice = { provider: 'openai', model: 'gpt-6-sol', thinkingLevel: 'low' } as const
    const message = "Unsupported parameter: 'service_tier' is not supported with this model."
    simulator.enqueue('openai', { type: 'failure', failure: { kind: 'bad_request', message } })
    const events = await eventsOf(provider, requestFor(choice, { service_tier: 'flex', verbosity: 'high' }))
    expect(events.at(-1)?.type).toBe('done')
    const [refused, accepted] = simulator.requests.slice(-2).map(({ body }) => body)
    expect(refused).toHaveProperty('service_tier', 'flex')
    expect(accepted).not.toHaveProperty('service_tier')
    expect(accepted).toHaveProperty('text.verbosity', 'high')
    await eventsOf(provider, requestFor(choice, { service_tier: 'flex' }))
    expect(simulator.requests.at(-1)?.body).not.toHaveProperty('service_tier')
  })
})

it('asks for the schema in words where the provider cannot hold an answer to it', () => {
  const choice = (provider: ApiProviderName, model: string) => ({ provider, model, thinkingLevel: 'none' }) as const
  const open = { type: 'object', additionalProperties: { type: 'number' } }
  const cases = [
    [choice('anthropic', 'claude-opus-5'), open],
    [choice('google', 'gemini-2.5-flash'), SCHEMA],
    [choice('meta', 'muse-spark-1.3'), SCHEMA],
    [choice('openai', 'gpt-6-sol'), { type: 'array' }],
  ] as const
  for (const [model, schema] of cases) {
    const { options, instruction } = appliedOptions({ schema }, model, catalog)
    expect(options).toEqual({})
    expect(instruction).toContain(JSON.stringify(schema))
  }
})

it('says what each model takes', () => {
  const controls = (provider: ApiProviderName, model: string, thinkingLevel: ModelChoice['thinkingLevel'] = 'med') =>
    catalog.controls({ provider, model, thinkingLevel })
  expect(controls('openai', 'gpt-6-sol').verbosities).toEqual(VERBOSITIES)
  expect(controls('openai', 'gpt-6-sol').outputLimit).toBe(false)
  expect(controls('openai', 'gpt-6-sol', 'none').outputLimit).toBe(true)
  expect(controls('openai', 'gpt-5.4-pro').serviceTiers).toEqual(['standard', 'priority'])
  expect(controls('mistral', 'mistral-large-4').maxTemperature).toBe(1.5)
  expect(controls('local', 'local/qwen3').webSearch).toBe(false)
  expect(controls('google', 'gemini-2.5-pro').webSearch).toBe(false)
})
