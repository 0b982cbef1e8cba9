import type { ApiProviderName } from '../../../src/shared/providers.ts'

/** The four streaming formats of the simulator. */
export const WIRE_FORMATS = ['anthropic', 'responses', 'chat', 'gemini'] as const
export type WireFormat = (typeof WIRE_FORMATS)[number]

/** A simulated API host: ikigai's providers, and DeepSeek, which has a rule of its own. */
export type SimulatedHost = ApiProviderName | 'deepseek'

/** The path of a client's base URL, in the form that the provider's SDK expects. */
export const BASE_PATHS: Readonly<Record<SimulatedHost, string>> = {
  anthropic: '',
  openai: '/v1',
  google: '',
  xai: '/xai/v1',
  meta: '/meta/v1',
  mistral: '/mistral/v1',
  moonshot: '/moonshot/v1',
  openrouter: '/openrouter/api/v1',
  local: '/local/v1',
  deepseek: '/deepseek/v1',
}

export const SIMULATED_HOSTS: readonly SimulatedHost[] = Object.keys(BASE_PATHS).filter(isSimulatedHost)

function isSimulatedHost(name: string): name is SimulatedHost {
  return Object.hasOwn(BASE_PATHS, name)
}
