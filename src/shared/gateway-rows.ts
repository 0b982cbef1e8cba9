import { CHAT_CONTENT } from './provider-content.ts'
import { OPENAI_FILE_TOKENS } from './provider-file-tokens.ts'
import type { ProviderRow } from './provider-row.ts'
import { GATEWAY_TOOLS, PLAIN_TOOLS } from './tool-schema/tool-rules.ts'
import { CHAT_TRAITS } from './transcript-traits.ts'

/** The rows of what answers without being a company: its models and their servers are the user's choice. */

/** Outside agents: programs that speak the Agent Client Protocol and answer in place of a model. */
export const OUTSIDE_AGENTS: ProviderRow = {
  label: 'Outside agents',
  leaf: 'seed',
  models: [],
  isGateway: true,
  transcript: { ...CHAT_TRAITS, requiresAlternatingRoles: false },
  rules: 'openai',
  tools: PLAIN_TOOLS,
  content: { ...CHAT_CONTENT, reads: ['image'] },
  inputs: null,
  fileTokens: OPENAI_FILE_TOKENS,
  caches: null,
}

/**
 * Endpoints of config.json. What depends on the API that an endpoint speaks follows from the stamp of its adapter
 * (`transcript-target.ts`); the rest is what servers of all four APIs accept.
 */
export const ENDPOINTS: ProviderRow = {
  label: 'Endpoint',
  leaf: 'seed',
  models: [],
  isGateway: true,
  transcript: CHAT_TRAITS,
  rules: 'openai',
  tools: GATEWAY_TOOLS,
  content: { ...CHAT_CONTENT, images: ['image/png', 'image/jpeg'] },
  inputs: null,
  fileTokens: OPENAI_FILE_TOKENS,
  caches: null,
}
