import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it, vi } from 'vitest'

import { SHOW_AGENT_CHANNEL } from '../../../src/shared/host-bridge.ts'
import type { Engine } from '../../../src/main/core/engine.ts'
import { mapOk, ok } from '../../../src/shared/result.ts'
import type { OpenEngine } from '../../../src/main/hosts/electron/open-engine.ts'
import { openRequestIn } from '../../../src/main/hosts/electron/open-request.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import { prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'
import { SCRIPTED_AGENT, SCRIPTED_STATUS } from '../../support/scripted-engine.ts'

const { start, dataDirectory } = prepareElectronApp()

function engineWith(openEngine: OpenEngine, engine: Partial<Engine>): OpenEngine {
  return async (replaceApp) =>
    mapOk(await openEngine(replaceApp), (opened) => ({ ...opened, engine: { ...opened.engine, ...engine } }))
}

it.each([
  [['.', 'ikigai://agent/8f14e45f'], { type: 'agent', prefix: '8f14e45f' }],
  [['ikigai://agent/8f14/'], { type: 'agent', prefix: '8f14' }],
  [['--flag', 'log.ikigai.jsonl'], { type: 'file', path: '/work/log.ikigai.jsonl' }],
  [['/tmp/Log.IKIGAI.jsonl'], { type: 'file', path: '/tmp/Log.IKIGAI.jsonl' }],
  [['ikigai://agent/../x'], null],
  [['ikigai://run/rm'], null],
  [['ikigai://agent/8f14?x=a.ikigai.jsonl'], null],
  [['https://evil.example/a.ikigai.jsonl'], null],
  [['--import=a.ikigai.jsonl'], null],
  [['a.jsonl'], { type: 'file', path: '/work/a.jsonl' }],
  [['a.json'], null],
  [[], null],
])('reads what the system asks to open in %j', (args, expected) => {
  expect(openRequestIn(args, '/work')).toEqual(expected)
})

it('shows the agent of a link', async () => {
  const { engine, openEngine } = scriptedOpening()
  const agents = [agentSummary({ id: SCRIPTED_AGENT })]
  async function* subscribe() {
    yield [{ type: 'snapshot', agents, status: SCRIPTED_STATUS } as const]
  }
  const electron = await start(engineWith(openEngine, { ...engine, engine: { subscribe } }))
  const window = await windowOf(electron)
  electron.app.emit('second-instance', {}, ['ikigai', `ikigai://agent/${SCRIPTED_AGENT.slice(0, 6)}`], '/')
  await vi.waitUntil(() => window.webContents.sent.some(([channel]) => channel === SHOW_AGENT_CHANNEL), { interval: 1 })
  expect(window.webContents.sent).toContainEqual([SHOW_AGENT_CHANNEL, SCRIPTED_AGENT])
})

it.each([
  [1, 0],
  [0, 1],
])('imports a file only after a question: answer %i, imports %i', async (answer, expected) => {
  const { engine, openEngine } = scriptedOpening()
  const importLines = vi.fn<Engine['local']['importLines']>(async () => ok({ agents: [SCRIPTED_AGENT], events: 3 }))
  const local = { ...engine.local, importLines }
  const electron = await start(engineWith(openEngine, { ...engine, local }), { answers: [answer, 0] })
  await windowOf(electron)
  const path = join(dataDirectory(), 'window', 'a.ikigai.jsonl')
  await writeFile(path, '{}\n')
  electron.app.emit('second-instance', {}, ['ikigai', path], '/')
  await vi.waitUntil(() => electron.fake.boxes.length === 1 + expected, { interval: 1 })
  expect(electron.fake.boxes[0]).toMatchObject({ message: 'Import a.ikigai.jsonl?', defaultId: 1 })
  expect(importLines).toHaveBeenCalledTimes(expected)
})
