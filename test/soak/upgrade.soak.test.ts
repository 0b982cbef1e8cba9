import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { Pane } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { fillOlder, OLDER_SCHEMAS } from '../adapters/storage/support/older-schema.ts'
import { plainClient, urlOf } from '../adapters/storage/support/test-storage.ts'

let simulator: Simulator
let owner: RealEngine
let admin: Sql

beforeAll(async () => {
  simulator = await startSimulator()
  owner = await openRealEngine(simulator.environment())
  admin = plainClient(owner.dataDirectory)
})

afterAll(async () => {
  await admin.end()
  await owner.close()
  await simulator.close()
})

it.each(OLDER_SCHEMAS)('opens a database of the schema %s with everything in it, and goes on', async (_tag, count) => {
  const name = `older_${count}`
  await admin.unsafe(`create database ${name}`)
  const databaseUrl = urlOf(owner.dataDirectory, name)
  const client = plainClient(owner.dataDirectory, name)
  const agentId = await fillOlder(client, count)
  await client.end()
  const real = await openRealEngine(simulator.environment(), { databaseUrl })
  const pane = await Pane.open(real.engine, agentId)
  expect(pane.lines()).toEqual(['user: Old question', 'assistant: Old answer', 'interrupted: Cut'])
  simulator.enqueue('anthropic', textAnswer('New answer'))
  await pane.type('New question')
  expect(pane.lines().slice(-2)).toEqual(['user: New question', 'assistant: New answer'])
  expect(JSON.stringify(simulator.requests.at(-1)?.body)).toContain('Old answer')
  pane.close()
  await real.close()
})
