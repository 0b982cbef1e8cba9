import { expect, it } from 'vitest'

import { providerOfKey } from '../../src/shared/key-prefix.ts'

it.each([
  [' sk-ant-api03-x\n', 'anthropic'],
  ['sk-or-v1-x', 'openrouter'],
  ['sk-proj-x', 'openai'],
  ['AIzaSyx', 'google'],
  ['xai-x', 'xai'],
  ['LLM|1|x', 'meta'],
  // Several providers have keys that begin with this alone.
  ['sk-x', null],
  ['x', null],
  ['', null],
])('the provider of a key that begins like %j is %s', (key, provider) => {
  expect(providerOfKey(key)).toBe(provider)
})
