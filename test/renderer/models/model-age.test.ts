import { expect, it } from 'vitest'

import { compareByAge } from '../../../src/renderer/models/model-age.ts'

const ordered = (ids: readonly string[]) => ids.map((id) => ({ id })).toSorted(compareByAge)

it.each([
  [['gpt-6.1-sol', 'gpt-6-sol', 'gpt-5.10', 'gpt-5.4', 'gpt-5.4-mini', 'gpt-5', 'gpt-4o-2024-05-13', 'o3']],
  [['claude-haiku-5-5', 'claude-opus-5-5', 'claude-opus-5', 'claude-haiku-4-5']],
  [['claude-sonnet-4-6', 'claude-haiku-4-5-20251001', 'claude-3-5-haiku-20241022']],
  [['gemini-4-argon', 'gemini-2.5-computer-use-preview-10-2025', 'gemini-2.5-flash', 'gemini-flash-latest']],
  [['mistral-large-4', 'mistral-medium-3.5', 'ministral-3b-2512', 'ministral-14b-2512', 'mistral-large-2512']],
  [['grok-4.7', 'grok-4.3']],
  [['kimi-k3.1-pro', 'kimi-k3', 'kimi-k2.6']],
])('%j is the order of age', (ids) => {
  expect(ordered(ids.toReversed())).toEqual(ids.map((id) => ({ id })))
})
