import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { ModelChoice } from '../../src/shared/agent-summary.ts'
import type { ModelPools } from '../../src/shared/model-pool.ts'
import { poolChoiceText } from '../../src/shared/pool-choice.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { newAgent } from '../adapters/storage/support/test-storage.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, ownKey, type RealEngine } from '../support/open-real-engine.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const CLAUDE = { provider: 'anthropic', model: 'claude-opus-4-6', thinkingLevel: 'none' } as const
const GPT = { provider: 'openai', model: 'gpt-5.5', thinkingLevel: 'none' } as const
const POOLS: ModelPools = {
  best: { strategy: 'best', models: [CLAUDE, GPT], explore: 0 },
  curious: { strategy: 'best', models: [CLAUDE, GPT], explore: 50 },
}
const FOLDER = process.cwd()
const MINUTE_MS = 60_000

let simulator: Simulator
let real: RealEngine
let laterMs = 0

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.answerWith(({ host }) => textAnswer(`from ${host}`))
  const clock = { ...systemClock, now: () => systemClock.now() + laterMs }
  real = await openRealEngine(simulator.environment(), { config: { pools: POOLS }, clock })
})

afterAll(() => closeAll(real, simulator))

/** Records checked cases of an evaluation, in a folder or in none. */
async function decide(choice: ModelChoice, passed: readonly boolean[], folder: string | null): Promise<void> {
  const root = newAgent({ choice: null })
  valueOf(await real.storage.store.commit({ newAgents: [root] }))
  if (folder !== null) valueOf(await real.storage.settings.set(ownKey(real, `agent_folder:${root.id}`), folder))
  for (const each of passed) {
    const agent = newAgent({ parentId: root.id, choice })
    const data = { step: 'checked', agent: agent.id, passed: each, checks: [], event: 1, latency_ms: null } as const
    const events = [{ agentId: root.id, turnId: null, content: null, kind: 'evaluation', data }] as const
    valueOf(await real.storage.store.commit({ newAgents: [agent], events }))
  }
  // The standing that was read before is out of date.
  laterMs += MINUTE_MS
}

async function paneOf(pool: string, folder: string | null = null): Promise<Pane> {
  const pane = await Pane.create(real.engine, 'gpt-5.5')
  if (folder !== null) valueOf(await real.engine.agents.setFolder({ agentId: pane.agentId, folder }))
  await pane.type(`/model @${pool}`)
  return pane
}

/** What the log says about each answer. */
const reasons = ({ view }: Pane): readonly string[] =>
  view.events.flatMap(({ kind, data }) =>
    kind === 'assistant' && data.pool_choice !== undefined
      ? [`${data.provider}: ${poolChoiceText(data.pool_choice)}`]
      : [],
  )

it('goes by the order of the pool, then by the standing, in the folder of the agent first, and says why', async () => {
  const anywhere = await paneOf('best')
  await anywhere.type('a')
  await decide(CLAUDE, [true, true, true, true, false], FOLDER)
  await decide(GPT, [true, true, true, true], FOLDER)
  await decide(GPT, [true, true, true, true, true], null)
  await anywhere.type('b')
  await decide(GPT, [false, false, false, false, false], FOLDER)
  const inFolder = await paneOf('best', FOLDER)
  await inFolder.type('c')
  expect(reasons(anywhere)).toEqual([
    'anthropic: fewer than five cases for two models, so the order of the pool',
    'openai: won 9 of 9 without tools, 70–100 %',
  ])
  expect(reasons(inFolder)).toEqual(['anthropic: won 4 of 5 in this folder, 38–96 %'])
})

it('tries another model in the share that the pool has', async () => {
  const pane = await paneOf('curious', FOLDER)
  for (const prompt of ['a', 'b', 'c', 'd']) await pane.type(prompt)
  expect(reasons(pane).map((reason) => reason.split(';')[0])).toEqual([
    'anthropic: won 4 of 5 in this folder, 38–96 %',
    'openai: tried for comparison',
    'anthropic: won 4 of 5 in this folder, 38–96 %',
    'openai: tried for comparison',
  ])
})

it('says that the better one failed', async () => {
  simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
  const pane = await paneOf('best', FOLDER)
  await pane.type('a')
  expect(reasons(pane)).toEqual(['openai: the better models failed or rest; won 4 of 9 in this folder, 19–73 %'])
})
