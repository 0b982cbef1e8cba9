import { expect, it } from 'vitest'

import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import { configOperation } from '../../src/shared/contract/protected-operations.ts'
import { renewalAtStart } from '../../src/shared/model-catalog-file.ts'

it.each([
  [null, null, 'ask'],
  [true, null, 'renew'],
  [false, null, 'none'],
  [null, [], 'none'],
  [true, ['api.anthropic.com'], 'none'],
] as const)('renew_models_at_start %j with only_hosts %j: %s', (renewModelsAtStart, onlyHosts, expected) => {
  expect(renewalAtStart({ renewModelsAtStart, onlyHosts })).toBe(expected)
})

it('asks whoever has not decided', () => {
  expect(renewalAtStart(DEFAULT_CONFIG)).toBe('ask')
})

it('confirms renewals, and needs no confirmation to be without them', () => {
  expect(configOperation({ renewModelsAtStart: true })).not.toBeNull()
  expect(configOperation({ renewModelsAtStart: false })).toBeNull()
})
