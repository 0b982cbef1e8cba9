import { expect, it } from 'vitest'

import { createPriceActions } from '../../../src/renderer/actions/price-actions.ts'
import { createPriceStore } from '../../../src/renderer/store/price-store.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import { busyScenario, OTHER, ROOT } from '../preview/preview-world.ts'

function started() {
  const engine = createPreviewEngine(busyScenario())
  const prices = createPriceStore()
  const actions = createPriceActions({ client: engine.connection.client, prices })
  return { engine, prices, actions }
}

it('loads an agent’s price once more, however often it was asked for during a request', async () => {
  const { engine, prices, actions } = started()
  await Promise.all([actions.load(ROOT), actions.load(ROOT), actions.load(ROOT), actions.load(ROOT)])
  expect(engine.calls.filter((call) => call.startsWith('price.next'))).toHaveLength(2)
  expect(prices.getState().byAgent.get(ROOT)).toMatchObject({ model: 'claude-sonnet-5-5/med', cache: 'warm' })
})

it('has no price for an agent without a model', async () => {
  const { prices, actions } = started()
  await actions.load(OTHER)
  expect(prices.getState().byAgent.has(OTHER)).toBe(false)
  expect(await actions.estimate({ agentId: OTHER })).toBeNull()
})

it('asks for more models than one request may name, and keeps their order', async () => {
  const { engine, actions } = started()
  const models = Array.from({ length: 130 }, (_, index) => `m${index}/none`)
  const found = await actions.estimate({ agentId: ROOT, models })
  expect(found?.map(({ model }) => model)).toEqual(models)
  expect(engine.calls.filter((call) => call.startsWith('price.next'))).toHaveLength(2)
})
