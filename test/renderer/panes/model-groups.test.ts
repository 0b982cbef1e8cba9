import { expect, it } from 'vitest'

import { modelGroups, nextLevel } from '../../../src/renderer/panes/model-groups.ts'
import type { ModelInfo, ModelList } from '../../../src/shared/model-info.ts'
import type { ProviderName } from '../../../src/shared/provider-name.ts'

const model = (provider: ProviderName, id: string): ModelInfo => ({
  provider,
  id,
  name: id,
  contextWindow: null,
  maxOutput: null,
  price: null,
  endsOn: null,
  thinking: null,
})

const LIST: ModelList = {
  defaultModel: null,
  providers: [
    { provider: 'xai', label: 'xAI', ready: false, models: [model('xai', 'grok-4')] },
    {
      provider: 'openai',
      label: 'OpenAI',
      ready: true,
      models: [model('openai', 'gpt-5'), model('openai', 'gpt-5-mini')],
    },
  ],
}

const shown = (query: string) =>
  modelGroups(LIST, query).map((group) => [group.label, group.obstacle, group.models.map((each) => each.id)])

it('puts what can be used first, and says why the rest cannot', () => {
  expect(shown('')).toEqual([
    ['OpenAI', null, ['gpt-5', 'gpt-5-mini']],
    ['xAI', 'no key set', ['grok-4']],
  ])
})

it('finds models by every word of the query, in any order', () => {
  expect(shown('mini OPENAI')).toEqual([['OpenAI', null, ['gpt-5-mini']]])
})

it('steps through the thinking levels round the end', () => {
  expect([nextLevel('med', 1), nextLevel('high', 1), nextLevel('none', -1)]).toEqual(['high', 'none', 'high'])
})
