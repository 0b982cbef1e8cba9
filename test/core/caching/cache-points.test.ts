import { expect, it } from 'vitest'

import type { ContentBlock } from '../../../src/shared/content.ts'
import { cachePoints } from '../../../src/main/core/caching/cache-plan.ts'
import { assistant, results, user } from '../../support/transcript-builders.ts'

const own = (text: string): ContentBlock => ({
  type: 'text',
  text,
  provider: 'anthropic',
  model: 'claude-opus-5-5',
  endpoint: 'messages',
})
const foreign = (text: string): ContentBlock => ({ type: 'text', text })

it('ends an entry at the prompt of a conversation that begins', () => {
  expect(cachePoints([user('One')])).toEqual([0])
  expect(cachePoints([])).toEqual([])
})

it('ends entries at the previous request, the last answer and this request', () => {
  const messages = [user('One'), assistant(own('1')), user('Two'), assistant(own('2')), user('Three')]
  expect(cachePoints(messages)).toEqual([2, 3, 4])
})

it('finds the end of the previous request behind a round of tools', () => {
  expect(cachePoints([user('One'), assistant(own('1')), results('a', 'b')])).toEqual([0, 1, 2])
})

it("finds the model's own last request behind the answers of other models", () => {
  const others = [1, 2, 3].flatMap((at) => [assistant(foreign(`${at}`)), user(`Next ${at}`)])
  expect(cachePoints([user('One'), assistant(own('1')), user('Two'), ...others])).toEqual([0, 7, 8])
})

it('needs two entries where another model answered all', () => {
  expect(cachePoints([user('One'), assistant(foreign('1')), user('Two')])).toEqual([1, 2])
})

it('knows a paused answer as the end of the request', () => {
  expect(cachePoints([user('One'), assistant(own('1'))])).toEqual([0, 1])
})
