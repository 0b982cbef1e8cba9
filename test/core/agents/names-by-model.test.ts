import { expect, it } from 'vitest'

import { namesByModel } from '../../../src/main/core/agents/agent-names.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  ['gpt-5', 'GPT-5'],
  ['claude-haiku-5-5', 'Claude Haiku 5.5'],
])

/** A catalogue that knows two models. */
const catalog = {
  find: (_: string, id: string) => {
    const name = NAMES.get(id)
    const facts = { contextWindow: null, maxOutput: null, prices: [], endsOn: null, thinking: null }
    return name === undefined ? null : { provider: 'openai' as const, id, name, ...facts }
  },
  list: () => [],
}
const choice = (model: string) => ({ provider: 'openai', model, thinkingLevel: 'med' }) as const

it('names agents after their models, and numbers the later ones of a model', () => {
  const choices = [choice('gpt-5'), choice('@strong'), choice('gpt-5'), null]
  expect(namesByModel(choices, catalog)).toEqual(['GPT-5', '@strong', 'GPT-5 · 2', ''])
})

it('uses the names that the window shows of models', () => {
  expect(namesByModel([choice('claude-haiku-5-5')], catalog)).toEqual(['Haiku 5.5'])
})
