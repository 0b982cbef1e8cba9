import type { SimulatedHost, WireFormat } from './wire-format.ts'

/** The provider that defined each format. */
export const OWN_HOST = {
  anthropic: 'anthropic',
  responses: 'openai',
  chat: 'openai',
  gemini: 'google',
} as const satisfies Record<WireFormat, SimulatedHost>
