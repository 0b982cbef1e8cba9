import type { ApiProviderName } from '../../../src/shared/providers.ts'

/** The four streaming formats of the simulator. */
export const WIRE_FORMATS = ['anthropic', 'responses', 'chat', 'gemini'] as const
export type WireFormat = (typeof WIRE_FORMATS)[number]

/** A simulated API host: ikigai's providers, and DeepSeek, which has a rule of its own. */
export type SimulatedHost = ApiProviderName | 'deepseek'

export const SIMULATED_HOSTS = [
  'anthropic',
  'openai',
  'google',
  'xai',
  'meta',
  'mistral',
  'moonshot',
  'openrouter',
  'local',
  'deepseek',
] as const satisfies readonly SimulatedHost[]

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
