import { afterAll, beforeAll, expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { withOutputLimit } from '../../../src/main/core/context/output-limit.ts'
import { appliedOptions } from '../../../src/main/core/models/request-options.ts'
import type { Provider } from '../../../src/main/core/ports/provider-ports.ts'
import type { ModelChoice } from '../../../src/shared/agent-summary.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import {
  SERVICE_TIERS,
  type ModelOptionName,
  type ModelOptions,
  VERBOSITIES,
} from '../../../src/shared/model-options.ts'
import { inferProvider, wireModelName } from '../../../src/shared/model-spec.ts'
import { type ApiProviderName, PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import { ALL_LEVELS } from '../../../src/shared/thinking-level.ts'
import { allModels } from '../../support/provider-simulator/model-limits.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'
import { tool, user } from '../../support/transcript-builders.ts'

const catalog = createModelCatalog()

const CLOSED = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const

/** Values of every option that differ from what is sent without it; a new option does not compile without some. */
const VALUES: { readonly [Name in ModelOptionName]-?: readonly Required<ModelOptions>[Name][] } = {
  verbosity: VERBOSITIES,
  service_tier: SERVICE_TIERS,
  temperature: [0.25],
  max_output_tokens: [1_234],
  schema: [{ ...CLOSED, additionalProperties: false }],
  web_search: [true],
  code_execution: [true],
}

/** Models of providers whose lists differ by user. */
const UNLISTED: Partial<Record<ApiProviderName, readonly string[]>> = {
  openrouter: ['openrouter/openai/gpt-6-sol', 'openrouter/anthropic/claude-opus-5'],
  local: ['local/qwen3'],
}

function modelsOf(provider: ApiProviderName): readonly string[] {
  const listed = allModels().filter((model) => model.provider === provider && inferProvider(model.id) === provider)
  return [...listed.map(({ id }) => id), ...(UNLISTED[provider] ?? [])]
}

/** The request as it is sent, with the agent's options as they apply to the model. */
function bodyOf(provider: Provider, choice: ModelChoice, options: ModelOptions): string {
  const applied = appliedOptions(options, choice, catalog)
  const request = {
    model: wireModelName(choice),
    thinkingLevel: choice.thinkingLevel,
    system: applied.instruction === null ? [] : [applied.instruction],
    messages: [user('Go')],
    tools: [tool],
    options: applied.options,
    maxOutputTokens: 0,
  }
  return JSON.stringify(provider.render(withOutputLimit(request, choice, { config: DEFAULT_CONFIG, catalog }, options)))
}

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

/** Every choice of a listed model and a level, with the options that it takes, one at a time. */
function* choicesOf(provider: ApiProviderName) {
  for (const model of modelsOf(provider)) {
    for (const thinkingLevel of ALL_LEVELS) {
      const choice: ModelChoice = { provider, model, thinkingLevel }
      for (const [name, values] of Object.entries(VALUES)) {
        for (const value of values) {
          const options: ModelOptions = { [name]: value }
          if (Object.hasOwn(appliedOptions(options, choice, catalog).options, name)) yield { choice, options }
        }
      }
    }
  }
}

it.each(PROVIDER_NAMES)('each option that a model of %s takes reaches its request', async (name) => {
  const { provider } = await testModelAt(simulator, name)
  const bodies = [...choicesOf(name)].map(({ choice, options }) => {
    const [without, body] = [bodyOf(provider, choice, {}), bodyOf(provider, choice, options)]
    // High levels reserve the model's whole output, whatever the limit of the reply is.
    const whole = `:${allModels().find(({ id }) => id === choice.model)?.maxOutput},`
    return { choice, options, isSent: body !== without || ('max_output_tokens' in options && body.includes(whole)) }
  })
  expect(bodies.filter(({ isSent }) => !isSent)).toEqual([])
})
