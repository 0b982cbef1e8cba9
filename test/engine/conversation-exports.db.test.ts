import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { CONVERSATION_FORMATS } from '../../src/shared/log-file.ts'
import { closeAll } from '../support/close-all.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { generatedSessions } from '../support/generated-sessions.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

let simulator: Simulator
let real: RealEngine
let directory: string
/** The agents of the generated files, which are imported once. */
const firstOf = new Map<string, string>()

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('It goes on.') })
  directory = await mkdtemp(join(tmpdir(), 'ikigai-exports-'))
  real = await openRealEngine(simulator.environment())
})
afterAll(() => closeAll(real, simulator, directory))

/** What stands in place of a picture where a format has none. */
const NOTE = /\n\n\[The file .* is not part of this export\.\]/

async function importOne(path: string): Promise<string> {
  const { sessions } = valueOf(await real.engine.local.importForeign(path))
  return sessions[0]?.main ?? ''
}

/** Kinds, words and numbers of files of what a model is sent; results by their words. */
async function contextOf(agentId: string): Promise<readonly string[]> {
  const { segments } = valueOf(await real.engine.agents.context({ agentId }))
  return segments.map(({ event, files = [] }) => `${event.kind} ${event.content ?? ''} ${files.length}`)
}

async function exported(agentId: string, format: (typeof CONVERSATION_FORMATS)[number]): Promise<string> {
  let text = ''
  for await (const piece of real.engine.log.export({ format, agentId }, new AbortController().signal)) {
    text += valueOf(piece)
  }
  return text
}

const GENERATED = ['codex-calls', 'lobechat-pictures', 'claude-code-edits']
const EVERY = CONVERSATION_FORMATS.flatMap((format) => GENERATED.map((name) => ({ format, name })))

it.each(EVERY)('takes $name to $format and back, where it goes on with three providers', async ({ format, name }) => {
  const source = join(directory, name)
  await writeFile(source, generatedSessions().find((one) => one.name === name)?.text ?? '')
  const agentId = firstOf.get(name) ?? (await importOne(source))
  firstOf.set(name, agentId)
  const before = await contextOf(agentId)
  expect(before.length).toBeGreaterThan(3)
  const path = join(directory, `${name}-${format}.json`)
  await writeFile(path, await exported(agentId, format))
  const back = await importOne(path)
  // The pictures of ChatGPT are files beside the export, which this one does not have.
  const kept = (line: string) => (format === 'chatgpt' ? line.replace(NOTE, '').replace(/ \d+$/, '') : line)
  expect((await contextOf(back)).filter(isSaid).map(kept)).toEqual(before.filter(isSaid).map(kept))
  const pane = await Pane.open(real.engine, back)
  for (const model of ['claude-sonnet-4-5/low', 'gpt-5-nano/low', 'gemini-2.5-flash-lite/low']) {
    await pane.type(`/model ${model}`)
    await pane.type('Go on.')
    expect([format, model, pane.last('error')?.content]).toEqual([format, model, undefined])
    expect(pane.last('assistant')?.content).toBe('It goes on.')
  }
})

/** Other tools have a record of its own for a call or a thought, which has no words. */
function isSaid(line: string): boolean {
  return !line.startsWith('assistant  ')
}

it('refuses an agent that is not there', async () => {
  const agentId = '00000000-0000-4000-8000-000000000000'
  const pieces = await Array.fromAsync(
    real.engine.log.export({ format: 'codex', agentId }, new AbortController().signal),
  )
  expect(pieces.map(refusalOf)).toEqual([`No agent: ${agentId}`])
})
