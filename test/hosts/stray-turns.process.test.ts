import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EngineStatus } from '../../src/shared/engine-state.ts'
import { Pane } from '../support/drive-agent.ts'
import { type ScriptedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type Workspace } from '../support/run-ikigai.ts'
import { serveTestEngine, type TestEngineServer } from '../support/serve-test-engine.ts'

let simulator: Simulator
let workspace: Workspace
let server: TestEngineServer

/** `Stray WAY.` is answered with a call; anything else with `Fine.`; `Hold.` is held until the test releases it. */
function answer({ body }: SimulatorRequest): ScriptedAnswer {
  const [, way] = /.*"Stray (\w+)\./.exec(JSON.stringify(body)) ?? []
  const last = JSON.stringify(body).lastIndexOf('Still there?')
  if (last >= 0) return textAnswer('Fine.')
  if (JSON.stringify(body).includes('Hold.')) {
    return { type: 'script', blocks: [{ type: 'hold' }, { type: 'text', text: 'Held.' }] }
  }
  return { type: 'script', blocks: [{ type: 'tool_call', name: 'stray', arguments: { way: way ?? '' } }] }
}

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: answer })
  workspace = await makeWorkspace(simulator.environment())
  server = await serveTestEngine(workspace, 'stray-engine.ts')
}, 120_000)
afterAll(async () => {
  await server.stop('SIGTERM')
  await workspace.remove()
  await simulator.close()
})

async function status(): Promise<EngineStatus | null> {
  for await (const [first] of await server.client.engine.subscribe()) {
    return first?.type === 'snapshot' ? first.status : null
  }
  return null
}

it.each([
  'timer',
  'immediate',
  'tick',
  'microtask',
  'rejection',
  'derived',
  'async',
  'emitter',
  'worker',
  'file',
  'socket',
  'interval',
  'foreign',
])('an exception that nothing catches ends its turn, and no other: %s', { timeout: 60_000 }, async (way) => {
  const beside = await Pane.create(server.engine, 'gpt-4.1/none')
  const held = simulator.streamHeld()
  const answered = beside.type('Hold.')
  const { release } = await held
  const victim = await Pane.create(server.engine, 'claude-haiku-4-5/none')
  await victim.type(`Stray ${way}.`)
  const error = victim.last('error')
  expect(error?.content).toMatch(
    /^The turn stopped because of an internal error: .+\. Your messages are saved\. Send the prompt again\. Please report it with .*errors\.log\.$/,
  )
  expect(error?.data).toMatchObject({ category: 'UNKNOWN' })
  release()
  await answered
  expect(beside.lines().at(-1)).toBe('assistant: Held.')
  await victim.type('Still there?')
  expect(victim.lines().at(-1)).toBe('assistant: Fine.')
  expect((await status())?.strayError).toMatchObject({ file: join(workspace.directory, 'data', 'errors.log') })
  for (const pane of [beside, victim]) pane.close()
})

it(
  'an engine whose state cannot be trusted is opened anew, and feeds go on with a snapshot',
  { timeout: 60_000 },
  async () => {
    const beside = await Pane.create(server.engine, 'gpt-4.1/none')
    const victim = await Pane.create(server.engine, 'claude-haiku-4-5/none')
    const snapshots = (pane: Pane): number => pane.items.filter(({ type }) => type === 'snapshot').length
    const before = snapshots(beside)
    const feed = await server.client.engine.subscribe()
    await victim.type('Break.')
    for await (const batch of feed) {
      if (batch.some((item) => item.type !== 'agent' && item.status.strayError?.reopened === true)) break
    }
    await beside.until((pane) => snapshots(pane) > before)
    for (const pane of [beside, victim]) {
      await pane.type('Still there?')
      expect(pane.lines().at(-1)).toBe('assistant: Fine.')
      pane.close()
    }
    expect((await status())?.strayError).toMatchObject({ message: 'unreadable', reopened: true })
    expect(server.stderr()).toContain('The engine was opened anew')
    expect(server.hasEnded()).toBe(false)
  },
)

it('each kind is said once on stderr, with the agent, and written with its stack each time', async () => {
  const victim = await Pane.create(server.engine, 'claude-haiku-4-5/none')
  const written = async (): Promise<number> =>
    (await readFile(join(workspace.directory, 'data', 'errors.log'), 'utf8')).match(/^\d{4}-.*lost/gm)?.length ?? 0
  const said = (): number =>
    server.stderr().match(/^An internal error was caught, and the turn of .* ended/gm)?.length ?? 0
  const before = [said(), await written()]
  await victim.type('Stray timer.')
  expect([said(), await written()]).toEqual([before[0], (before[1] ?? 0) + 1])
  expect(said()).toBeGreaterThan(2)
  victim.close()
  expect(await server.stop('SIGTERM')).toBe(0)
})
