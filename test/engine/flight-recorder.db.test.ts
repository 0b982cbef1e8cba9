import { createRouterClient } from '@orpc/server'
import { expect, it } from 'vitest'

import { createContractRouter } from '../../src/main/hosts/serve-contract.ts'
import { EVERYTHING_CONFIRMED } from '../support/confirmations.ts'
import { Pane } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const shared = engineForTests({ answerWith: () => textAnswer('An answer with a bluebird in it.') })

it('records a turn from the provider to the window, and nothing of its messages', async () => {
  const router = createContractRouter(shared.real.engine, createRecordingLogger())
  const client = createRouterClient(router, { context: EVERYTHING_CONFIRMED })
  const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  expect(await client.recorder.read()).toEqual({ isOn: false, spans: [] })
  await client.recorder.set({ isOn: true })
  const feed = await client.agents.subscribe({ agentId: pane.agentId })
  await feed.next()
  await pane.type('A prompt with a magpie in it.')
  await feed.next()
  await client.recorder.set({ isOn: false })
  await pane.type('More of it.')
  const { isOn, spans } = await client.recorder.read()
  expect(isOn).toBe(false)
  expect(
    [...new Set(spans.map(({ work }) => work))].filter((work) => work !== 'call' && work !== 'loop').toSorted(),
  ).toEqual(['commit', 'provider', 'stream'])
  expect(spans.every(({ ms, count }) => ms >= 0 && count >= 0)).toBe(true)
  const saved = JSON.stringify(spans)
  expect(saved).not.toMatch(/magpie|bluebird/)
  expect(saved).not.toContain(pane.agentId)
  const names = new Set(spans.filter(({ work }) => work !== 'call').map(({ name }) => name))
  expect([...names].filter((name) => name !== 'event loop').toSorted()).toEqual([
    'agents.subscribe',
    'anthropic',
    'commit',
  ])
  await feed.return?.(undefined)
})
