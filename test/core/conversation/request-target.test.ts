import { expect, it } from 'vitest'

import { requestTarget } from '../../../src/main/core/conversation/assemble-request.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { resolveEndpoint } from '../../../src/shared/endpoints/endpoint.ts'

const ENDPOINTS = [
  { preset: 'bedrock-claude', base_url: 'https://bedrock-runtime.eu-west-1.amazonaws.com/anthropic' },
  { preset: 'vertex-claude', base_url: 'https://aiplatform.googleapis.com/v1/projects/p/locations/global' },
  {
    preset: 'foundry',
    base_url: 'https://r.services.ai.azure.com/anthropic',
    models: [{ id: 'prod-assistant', as: 'claude-haiku-4-5' }],
  },
  { preset: 'vllm' },
].map(resolveEndpoint)

it.each([
  ['bedrock-claude/eu.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5-20251001'],
  ['vertex-claude/claude-haiku-4-5@20251001', 'claude-haiku-4-5-20251001'],
  ['foundry/prod-assistant', 'claude-haiku-4-5'],
  ['foundry/other', undefined],
  ['vllm/claude-like', undefined],
  ['nobody/claude-haiku-4-5', undefined],
])('a transcript for %s has the demands of %s', (model, as) => {
  const choice = { provider: 'endpoint', model, thinkingLevel: 'low' } as const
  const config = { ...DEFAULT_CONFIG, endpoints: ENDPOINTS }
  const target = requestTarget(choice, 'messages@host', { config, catalog: { find: () => null, list: () => [] } })
  expect([target.model, target.as]).toEqual([model, as])
})
