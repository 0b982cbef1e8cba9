import { createProviderFactory } from '../../src/main/adapters/providers/create-provider-factory.ts'
import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import type { ApiProviderName } from '../../src/shared/providers.ts'
import { fakeCredentials } from './fake-credentials.ts'
import type { Simulator } from './provider-simulator/simulator.ts'
import type { TestModel } from './model-conversation.ts'

/** A thinking model of each provider that the simulator supports, as typed by a user. */
const THINKING_MODELS: Readonly<Record<ApiProviderName, string>> = {
  anthropic: 'claude-opus-4-6',
  openai: 'gpt-5.5',
  google: 'gemini-3.8-flash',
  xai: 'grok-4.7',
  meta: 'muse-spark-1.3',
  mistral: 'mistral-medium-latest',
  moonshot: 'kimi-k3.1-pro',
  openrouter: 'openrouter/anthropic/claude-sonnet-4.5',
  local: 'local/qwen3:8b',
}

/** Returns the real adapter of that provider, connected to the simulator. */
export async function testModelAt(
  simulator: Simulator,
  provider: ApiProviderName,
  model: string = THINKING_MODELS[provider],
): Promise<TestModel> {
  const environment = simulator.environment()
  const made = await createProviderFactory({
    credentials: fakeCredentials(),
    config: DEFAULT_CONFIG,
    environment,
  }).create(provider)
  if (!made.ok) throw new Error(made.error.message)
  return { provider: made.value, choice: { provider, model, thinkingLevel: 'med' } }
}
