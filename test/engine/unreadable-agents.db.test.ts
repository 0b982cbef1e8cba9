import { afterEach, beforeEach, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { clientOf } from '../adapters/storage/support/test-storage.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-5-5/none'

let simulator: Simulator
let real: RealEngine

beforeEach(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Yes.') })
  real = await openRealEngine(simulator.environment())
})
afterEach(() => closeAll(real, simulator))

/** What another program may have written into the row of an agent, and the columns that are named for it. */
const FORMS: readonly (readonly [change: string, columns: string])[] = [
  [`status = 'paused'`, 'status'],
  [`status = ''`, 'status'],
  [`provider = 'a vendor of tomorrow'`, 'provider'],
  [`thinking_level = 'endless'`, 'thinking_level'],
  [`provider = '', thinking_level = ''`, 'provider, thinking_level'],
  [`cost_usd = 'NaN'`, 'cost_usd'],
  [`cost_usd = 'Infinity'`, 'cost_usd'],
  [`cost_usd = '-Infinity', status = 'Running'`, 'status, cost_usd'],
  [`created_at = 'infinity'`, 'created_at'],
  [`created_at = '4713-01-01 00:00:00+00 BC'`, 'created_at'],
  [`ended_at = '-infinity'`, 'ended_at'],
  [`ended_at = '200000-01-01'`, 'ended_at'],
  [`parent_uuid = uuid`, 'parent_uuid'],
]

it.each(FORMS)('costs that agent alone, and says so: %s', async (change, columns) => {
  const damaged = valueOf(await real.engine.agents.create({ model: MODEL })).id
  const [child] = valueOf(await real.engine.agents.fork({ agentId: damaged, models: [] }))
  const other = valueOf(await real.engine.agents.create({ model: MODEL })).id
  const client = clientOf(real.databaseUrl)
  await client.unsafe(`update agents set ${change} where uuid = '${damaged}'`)
  await client.end()
  await real.reopen()

  const { engine } = real
  const before = simulator.requests.length
  const shown = (await agentsOf(engine)).find(({ id }) => id === damaged)
  const said = shown?.activity.type === 'failed' ? shown.activity.error.message : ''
  expect(said).toContain(`(${columns})`)
  expect(refusalOf(await engine.agents.submit({ agentId: damaged, text: 'Go on' }))).not.toBe('')
  expect(simulator.requests.length).toBe(before)

  const pane = await Pane.open(engine, other)
  await pane.type('Hi')
  expect(pane.lines()).toContain('assistant: Yes.')
  expect((await agentsOf(engine)).map(({ id }) => id).toSorted()).toEqual([damaged, child?.id ?? '', other].toSorted())
})

it('takes agents out of a circle of parents', async () => {
  const { id: one } = valueOf(await real.engine.agents.create({ model: MODEL }))
  const [two] = valueOf(await real.engine.agents.fork({ agentId: one, models: [] }))
  const client = clientOf(real.databaseUrl)
  await client.unsafe(`update agents set parent_uuid = '${two?.id}' where uuid = '${one}'`)
  await client.end()
  await real.reopen()
  const agents = await agentsOf(real.engine)
  expect(agents.map(({ parentId, unreadable }) => [parentId, unreadable])).toEqual([
    [null, ['parent_uuid']],
    [null, ['parent_uuid']],
  ])
})
