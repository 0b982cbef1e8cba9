import { expect, it } from 'vitest'

import { namesByModel } from '../../../src/main/core/agents/agent-names.ts'

/** A catalogue that knows one model. */
const catalog = {
  find: (_: string, id: string) =>
    id === 'gpt-5'
      ? {
          provider: 'openai' as const,
          id,
          name: 'GPT-5',
          contextWindow: null,
          maxOutput: null,
          prices: [],
          endsOn: null,
          thinking: null,
        }
      : null,
  list: () => [],
}
const choice = (model: string) => ({ provider: 'openai', model, thinkingLevel: 'med' }) as const

it('names agents after their models, and numbers the later ones of a model', () => {
  const choices = [choice('gpt-5'), choice('@strong'), choice('gpt-5'), null]
  expect(namesByModel(choices, catalog)).toEqual(['GPT-5', '@strong', 'GPT-5 · 2', ''])
})
