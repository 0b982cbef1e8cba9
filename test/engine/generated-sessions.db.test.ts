import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { keptCount } from '../../src/shared/foreign-report.ts'
import { closeAll } from '../support/close-all.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { generatedSessions } from '../support/generated-sessions.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

let simulator: Simulator
let real: RealEngine
let directory: string

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('It goes on.') })
  directory = await mkdtemp(join(tmpdir(), 'ikigai-generated-'))
  real = await openRealEngine(simulator.environment())
})
afterAll(() => closeAll(real, simulator, directory))

const MODELS = ['claude-sonnet-4-5/low', 'gpt-5-nano/low', 'gemini-2.5-flash-lite/low']

it('imports files of every tool with a complete account, and each goes on with three providers', async () => {
  for (const { name, text } of generatedSessions()) {
    const path = join(directory, name)
    await writeFile(path, text)
    const { sessions, unread } = valueOf(await real.engine.local.importForeign(path))
    const [session, ...others] = sessions
    expect([name, others, unread, session?.problem]).toEqual([name, [], [], undefined])
    const counted = (session?.known ?? 0) + (session?.asEvents ?? 0) + keptCount(session?.kept ?? [])
    expect([name, counted]).toEqual([name, session?.records])
    const pane = await Pane.open(real.engine, session?.main ?? '')
    for (const model of MODELS) {
      await pane.type(`/model ${model}`)
      await pane.type('Go on.')
      expect([name, model, pane.last('error')?.content, pane.last('assistant')?.content]).toEqual([
        name,
        model,
        undefined,
        'It goes on.',
      ])
    }
  }
}, 240_000)
