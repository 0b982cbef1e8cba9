import { expect, it } from 'vitest'

import { lackingKey } from '../../../src/renderer/store/model-store.ts'
import type { ModelList } from '../../../src/shared/model-info.ts'

const list: ModelList = {
  providers: [
    { provider: 'anthropic', label: 'Anthropic', ready: true, models: [] },
    { provider: 'xai', label: 'xAI', ready: false, models: [] },
    { provider: 'endpoint', label: 'Groq', endpoint: 'groq', ready: false, models: [] },
    { provider: 'endpoint', label: 'Office', endpoint: 'office', ready: true, models: [] },
  ],
  pricesAsOf: null,
  defaultModel: null,
}
const labels = (...models: Parameters<typeof lackingKey>[1]) => lackingKey(list, models).map(({ label }) => label)

it('names the providers without a key, and of several endpoints the one of the model', () => {
  expect(labels({ provider: 'anthropic', model: 'claude-haiku-4-5' })).toEqual([])
  expect(labels({ provider: 'xai', model: 'grok-4' }, { provider: 'xai', model: 'grok-5' })).toEqual(['xAI'])
  expect(labels({ provider: 'endpoint', model: 'office/llama' })).toEqual([])
  expect(labels({ provider: 'endpoint', model: 'groq/llama' })).toEqual(['Groq'])
})
