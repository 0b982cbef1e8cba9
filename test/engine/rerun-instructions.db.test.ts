import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { eventsOf, lookUp, LookUp, rerun } from '../support/rerun-runs.ts'

const SKILL = '---\nname: shipping\ndescription: Ships.\n---\nShip it.'

let directory: string
let project: string
let simulator: Simulator
let real: RealEngine
/** Two prompts; the first calls, and before the second the file of the project changes. */
let original: Pane
/** A fork of it with one prompt. */
let fork: Pane
/** The requests of both. */
let sent: readonly string[]

beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-rerun-instructions-')))
  project = join(directory, 'project')
  await mkdir(join(project, '.git'), { recursive: true })
  await mkdir(join(project, '.agents', 'skills', 'shipping'), { recursive: true })
  await writeFile(join(project, '.git', 'HEAD'), '')
  await writeFile(join(project, '.agents', 'skills', 'shipping', 'SKILL.md'), SKILL)
  await writeFile(join(project, 'AGENTS.md'), 'Use tabs.')
  await writeFile(join(project, 'AGENTS.local.md'), 'Be quick.')
  simulator = await startSimulator()
  const tools = [new LookUp()]
  real = await openRealEngine(simulator.environment(), { tools, allowed: ['look_up'] })
  original = await Pane.create(real.engine, 'claude-haiku-4-5/none')
  valueOf(await real.engine.agents.setFolder({ agentId: original.agentId, folder: project }))
  valueOf(await real.engine.instructions.trust({ folder: project, trusts: true }))
  simulator.enqueue('anthropic', lookUp('a'))
  simulator.answerWith(() => textAnswer('Done.'))
  await original.type('First')
  await writeFile(join(project, 'AGENTS.md'), 'Use tabs, always.')
  await original.type('Second')
  fork = await original.fork({ models: [], prompt: 'In the fork' })
  await fork.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
  sent = simulator.requests.map(({ bodyText }) => bodyText)
})
afterAll(() => closeAll(real, simulator, directory))

const INSTRUCTIONS = /^\[(?:The instructions|Instructions) /
const TEXTS = /^\[Instructions \w+ begin, from the file .*\n([^]*)\n\[Instructions/

interface Message {
  readonly role: string
  readonly content: string | readonly { readonly type: string; readonly text?: string }[]
}
interface Body {
  readonly messages: readonly Message[]
}

/** The blocks of all messages, in order. */
function blocksOf(body: Body): readonly { readonly type: string; readonly text?: string }[] {
  return body.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  )
}

/** A request without the texts of instruction files, and these texts. */
function parted(bodyText: string) {
  const body: Body = JSON.parse(bodyText)
  const { messages: _messages, ...settings } = body
  const blocks = blocksOf(body).map(({ type, text }) => ({ type, text: text ?? '' }))
  const isInstructions = ({ text }: { readonly text: string }) => INSTRUCTIONS.test(text)
  return {
    rest: [settings, blocks.filter((block) => !isInstructions(block))],
    texts: blocks.flatMap(({ text }) => TEXTS.exec(text)?.[1] ?? []),
  }
}

it('has the given text in place of all instruction files, and its first request differs in nothing else', async () => {
  const before = simulator.requests.length
  simulator.enqueue('anthropic', lookUp('a'))
  const view = await rerun(real, original.agentId, { instructions: 'Use spaces.' })
  expect(view).toMatchObject({ status: 'completed', differences: 0 })
  const [first, , last] = simulator.requests.slice(before).map(({ bodyText }) => parted(bodyText))
  const recorded = parted(sent[0] ?? '')
  expect(recorded.texts).toEqual(['Use tabs.', 'Be quick.'])
  expect(first).toEqual({ rest: recorded.rest, texts: ['Use spaces.'] })
  expect(JSON.stringify(first)).toContain('shipping')
  expect(last?.texts).toEqual(['Use spaces.'])
  const given = (await eventsOf(real, view.agentId)).filter(
    ({ kind, data }) => kind === 'instructions' && data.origin !== 'skills',
  )
  expect(given).toMatchObject([{ content: 'Use spaces.', data: { path: join(project, 'AGENTS.md'), bytes: 11 } }])
})

it('ends the files that the rerun of one prompt, or of a fork, inherits', async () => {
  const prompt = original.view.events.find(({ content }) => content === 'Second')
  const instructions = 'Use spaces.'
  await rerun(real, original.agentId, { promptId: prompt?.id ?? 0, instructions })
  const one = parted(simulator.requests.at(-1)?.bodyText ?? '')
  expect(one.texts).toEqual(['Use tabs.', 'Be quick.', 'Use tabs, always.', 'Use spaces.'])
  expect(JSON.stringify(simulator.requests.at(-1)?.body)).toContain('This replaces its earlier text.')
  expect(simulator.requests.at(-1)?.bodyText).toContain('AGENTS.local.md\\" no longer apply')
  await rerun(real, fork.agentId, { instructions: '' })
  const none = simulator.requests.at(-1)?.bodyText ?? ''
  expect(none).toContain('/AGENTS.md\\" no longer apply')
  expect(parted(none).rest).toEqual(parted(sent.at(-1) ?? '').rest)
})

it('keeps the given text when calls run for real', async () => {
  simulator.enqueue('anthropic', lookUp('x'))
  const view = await rerun(real, original.agentId, { instructions: 'Use spaces.', onDifference: 'run' })
  expect(view).toMatchObject({ status: 'completed', divergence: { choice: 'run' } })
  expect(parted(simulator.requests.at(-1)?.bodyText ?? '').texts).toEqual(['Use spaces.'])
})
