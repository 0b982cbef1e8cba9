import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import type { TestCommands } from '../../src/main/core/ports/test-command-ports.ts'
import { ok } from '../../src/shared/result.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { gitFolder } from '../support/git-folder.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type Answer, type ScriptedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

type StartRequest = Parameters<Engine['evaluations']['start']>[0]

const MODELS = ['claude-haiku-4-5/none', 'gpt-5-mini/low']
/** `true` passes, and every other command is no program. */
const TESTS: TestCommands = {
  problem: async () => ok(null),
  run: async ({ command }) =>
    ok(
      command === 'true'
        ? { output: '', isWhole: true, exitCode: 0, note: null, durationMs: 1 }
        : { output: `bash: ${command}: command not found`, isWhole: true, exitCode: 127, note: null, durationMs: 1 },
    ),
}
const POLLED = { timeout: 30_000 }

describe('an evaluation', () => {
  let simulator: Simulator
  let real: RealEngine
  let folder: string
  let file: string
  let answer: () => Answer

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => answer() })
    real = await openRealEngine(simulator.environment(), {
      wrapPorts: (ports) => ({ ...ports, testCommands: () => TESTS }),
    })
  })
  afterAll(() => closeAll(real, simulator))
  beforeEach(async () => {
    answer = () => textAnswer('yes')
    folder = await mkdtemp(join(tmpdir(), 'ikigai-evaluation-'))
    file = join(folder, 'tasks.json')
    await write('Question 1.', 'Question 2.')
    return () => rm(folder, { recursive: true })
  })

  const write = (...prompts: readonly string[]) => {
    const tasks = prompts.map((prompt, index) => ({ name: `t${index}`, prompt, checks: [{ matches: 'yes' }] }))
    return writeFile(file, JSON.stringify({ name: folder, tasks }))
  }
  const request = (wish: Partial<StartRequest> = {}): StartRequest => {
    const settings = { repeat: 2, atOnce: 1, maxUsd: null, unconfined: false, isNew: false }
    return { file, models: MODELS, ...settings, ...wish }
  }
  const viewOf = async (evaluationId: string) => valueOf(await real.engine.evaluations.view({ evaluationId }))
  const ended = async (evaluationId: string) => {
    const pane = await Pane.open(real.engine, evaluationId)
    const checked = () => pane.view.events.filter(({ kind, data }) => kind === 'evaluation' && data.step === 'checked')
    await pane.until(() => checked().length === 8 && pane.view.turn === null)
  }

  it('is stopped, and goes on by its recorded settings without asking anything twice', async () => {
    const from = simulator.requests.length
    answer = () => textAnswer('yes', simulator.requests.length - from > 3 ? { holdAfterEvents: 1 } : {})
    const evaluationId = valueOf(await real.engine.evaluations.start(request()))
    await simulator.streamHeld()
    expect(await viewOf(evaluationId)).toMatchObject({ status: 'running', planned: 8, checked: 3, file })
    expect(refusalOf(await real.engine.evaluations.resume({ evaluationId }))).toMatch(/streaming/)
    await real.engine.agents.cancel({ agentId: evaluationId })
    expect(await viewOf(evaluationId)).toMatchObject({ status: 'stopped', planned: 8, checked: 3 })

    answer = () => textAnswer('yes')
    valueOf(await real.engine.evaluations.resume({ evaluationId }))
    await ended(evaluationId)
    expect(await viewOf(evaluationId)).toMatchObject({ status: 'ended', planned: 8, checked: 8, failed: 0 })
    // The one that was cut off was asked again.
    expect(simulator.requests.length - from).toBe(9)
  })

  it.each([
    ['passes', 'true'],
    ['cannot_start', 'no-such-program'],
  ])('asks before any request about a test that %s, and goes on after the answer', async (outcome, test) => {
    const git = await gitFolder()
    await git.write('a.txt', 'a\n')
    await git.git('add', '--all')
    await git.git('commit', '--quiet', '-m', 'files')
    const task = { name: 't', prompt: 'Question.', folder: git.folder, commit: 'HEAD', checks: [{ test }] }
    await writeFile(file, JSON.stringify({ name: folder, tasks: [task] }))
    const from = simulator.requests.length
    const wish = request({ models: MODELS.slice(0, 1), repeat: 1, unconfined: true })
    const { evaluations } = real.engine
    const evaluationId = valueOf(await evaluations.start(wish))
    const status = async () => (await viewOf(evaluationId)).status
    await expect.poll(status, POLLED).toBe('asks')
    expect((await viewOf(evaluationId)).baselines).toMatchObject([{ outcome, tasks: ['t'], command: test }])

    valueOf(await evaluations.answer({ evaluationId, goOn: false }))
    expect(await status()).toBe('stopped')
    expect(refusalOf(await evaluations.answer({ evaluationId, goOn: true }))).toContain('does not ask')
    // Resumed, it runs the test anew: what was missing may be there now.
    valueOf(await evaluations.resume({ evaluationId }))
    await expect.poll(status, POLLED).toBe('asks')
    expect(simulator.requests.length).toBe(from)

    valueOf(await evaluations.answer({ evaluationId, goOn: true }))
    const ended = async () => (await viewOf(evaluationId)).cases.map(({ state }) => state)
    await expect.poll(ended, POLLED).toEqual([outcome === 'passes' ? 'passed' : 'not_judged'])
    await git.remove()
  })

  it('goes on with all models and repetitions of earlier runs', async () => {
    const { evaluations } = real.engine.local
    const first = valueOf(await evaluations.open(request({ models: MODELS.slice(0, 1), repeat: 3 })))
    answer = () => ({ type: 'failure', failure: { kind: 'bad_request', message: 'No.' } })
    valueOf(await evaluations.run(first.evaluationId, first.plan))
    const second = valueOf(await evaluations.open(request({ models: MODELS.slice(1), repeat: 1 })))
    expect([second.evaluationId, second.isNew]).toEqual([first.evaluationId, false])
    answer = () => textAnswer('yes')
    valueOf(await evaluations.run(second.evaluationId, second.plan))
    expect(await viewOf(first.evaluationId)).toMatchObject({ planned: 8, checked: 2, failed: 6, status: 'stopped' })
    valueOf(await real.engine.evaluations.resume({ evaluationId: first.evaluationId }))
    await ended(first.evaluationId)
    expect(await viewOf(first.evaluationId)).toMatchObject({ planned: 8, checked: 8, failed: 0, status: 'ended' })
  })

  it.each<[string, ScriptedAnswer]>([
    ['cut', { type: 'script', blocks: [{ type: 'text', text: 'yes' }], finish: 'length' }],
    ['withheld', { type: 'script', blocks: [{ type: 'text', text: 'yes' }], finish: 'content_filter' }],
    ['empty', { type: 'script', blocks: [], finish: 'stop' }],
  ])('counts no answer that is %s, even if it passes the checks', async (_, incomplete) => {
    answer = () => incomplete
    const opened = valueOf(await real.engine.local.evaluations.open(request({ repeat: 1 })))
    valueOf(await real.engine.local.evaluations.run(opened.evaluationId, opened.plan))
    expect(await viewOf(opened.evaluationId)).toMatchObject({ planned: 4, checked: 0, failed: 4 })
  })

  it('does not go on when its file has changed, and leaves nothing behind when it cannot be run', async () => {
    const { evaluationId, plan } = valueOf(await real.engine.local.evaluations.open(request()))
    valueOf(await real.engine.local.evaluations.run(evaluationId, plan))
    await write('Question 1.', 'Question 3.')
    expect(refusalOf(await real.engine.evaluations.resume({ evaluationId }))).toMatch(
      /tasks\.json .* has changed since/,
    )
    const agents = (await agentsOf(real.engine)).length
    const wrong = [
      request({ file: 'tasks.json' }),
      request({ file: join(folder, 'none.json') }),
      request({ models: ['none/such'] }),
      request({ models: ['gpt-5-mini', 'gpt-5-mini/med'] }),
    ]
    const refusals = await Promise.all(wrong.map(async (each) => refusalOf(await real.engine.evaluations.start(each))))
    expect(refusals).toEqual([
      'tasks.json: give the whole path of the file, from the root or from ~ on.',
      expect.stringMatching(/none\.json cannot be read: ENOENT/),
      expect.stringMatching(/none/),
      expect.stringContaining('named twice'),
    ])
    expect((await agentsOf(real.engine)).length).toBe(agents)
  })

  it('that ends by a bug lets its other cases end, and takes its limit back', async () => {
    const { evaluations } = real.engine.local
    const usage = { inputTokens: 1_000, outputTokens: 1_000_000 }
    answer = () => ({ ...textAnswer('yes', { holdAfterEvents: 1 }), usage })
    const opened = valueOf(await evaluations.open(request({ atOnce: 2, maxUsd: 1 })))
    const from = simulator.requests.length
    const onCase = () => {
      throw new Error('a bug')
    }
    const running = evaluations.run(opened.evaluationId, opened.plan, { onCase })
    // The first one ends while the second one is asked.
    const asked = [await simulator.streamHeld(), await simulator.streamHeld()]
    answer = () => textAnswer('yes')
    for (const stream of asked) stream.release()
    const ran = await running
    expect(ran.ok).toBe(false)
    expect(simulator.requests.length - from).toBe(2)
    const { cases, checked } = await viewOf(opened.evaluationId)
    expect(checked).toBe(2)
    const pane = await Pane.open(real.engine, cases[0]?.agentId ?? '')
    await pane.type('Is there still a limit?')
    expect(pane.view.events.at(-1)?.kind).toBe('assistant')
  })
})
