import { expect, it } from 'vitest'

import { PROVIDER_ADAPTERS } from '../../../src/main/adapters/providers/provider-table.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import { VENDORS } from '../../support/compatible-provider.ts'

it('makes each provider under the name of its row', () => {
  const connection = { key: 'k', baseUrl: undefined, idleTimeoutMs: null }
  expect(PROVIDER_NAMES.map((name) => PROVIDER_ADAPTERS[name].create(connection).name)).toEqual(PROVIDER_NAMES)
})

it('asks each vendor at an address of its own', () => {
  const vendors = new Map(Object.values(VENDORS).map(({ name, baseUrl }) => [name, baseUrl]))
  expect(new Set(vendors.values()).size).toBe(vendors.size)
})
