import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { samplePng } from '../support/sample-files.ts'
import { uploadFile } from '../support/upload-file.ts'

/** Neither can be told from its name: `mistral-large-5` reads text only, `mistral-prism` pictures. */
const ROWS = [
  { id: 'mistral-large-5', input: ['text'] },
  { id: 'mistral-prism', input: ['text', 'image'] },
].map((row) => ({ ...row, name: row.id, contextWindow: 128_000, maxOutput: 8_000, price: null }))

let simulator: Simulator
let real: RealEngine

beforeAll(async () => {
  simulator = await startSimulator()
  const catalog = createModelCatalog()
  catalog.replace({ ...catalog.file(), models: { ...catalog.file().models, mistral: ROWS } })
  real = await openRealEngine(simulator.environment(), { catalog })
})
afterAll(() => closeAll(real, simulator))

it.each([
  ['mistral-large-5', false],
  ['mistral-prism', true],
  // The catalogue does not have it.
  ['mistral-large-4', true],
])('sends %s a picture: %s', async (model, isTaken) => {
  const pane = await Pane.create(real.engine, model)
  const picture = samplePng(32, 24)
  const attachments = [await uploadFile(real.engine, 'cat.png', picture)]
  const ended = pane.until(({ view }) => view.turn === null && view.events.some(({ kind }) => kind === 'assistant'))
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Look', attachments }))
  await ended
  const request = simulator.requests.at(-1)
  expect(request?.rejectedBy).toBeUndefined()
  expect(request?.bodyText.includes(picture.toString('base64'))).toBe(isTaken)
  expect(request?.bodyText.includes(`not sent: ${model} takes no pictures`)).toBe(!isTaken)
  pane.close()
})
