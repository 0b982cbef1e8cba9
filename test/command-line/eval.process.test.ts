import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { CaseView, EvaluationView, PairResult } from '../../src/shared/evaluation.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { RATED_MODELS, RatedAnswers, ratedTasks } from '../support/rated-answers.ts'
import { jsonLines, makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

/** The test starts many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 })

const MODELS = RATED_MODELS.join()
const RATES = { anthropic: 0.9, openai: 0.6, google: 0.2 }
/** Most cases at the same time. */
const AT_ONCE = 8

let simulator: Simulator
let workspace: Workspace
let database: Storage
let project: GitFolder
let answerOf: (request: SimulatorRequest) => Answer

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: (request) => answerOf(request) })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  project = await gitFolder()
  await project.write('sum.mjs', 'export const sum = (a, b) => a - b\n')
  await project.write('table.csv', 'a,b\n1,2\n')
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', 'files')
  await project.write('sum.mjs', 'not what was committed\n')
  await runIkigai(['trust', project.folder], workspace.environment)
})
afterAll(() => closeAll(project, database, workspace, simulator))

const evaluate = (...args: readonly string[]) => runIkigai(['eval', ...args], workspace.environment, project.folder)

type Results = EvaluationView & { readonly compared?: { readonly models: readonly PairResult[] } }
function results(stdout: string): Results {
  const read: Results = JSON.parse(stdout)
  return read
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(project.folder, name)
  await writeFile(path, JSON.stringify(content, null, 2))
  return path
}

const asked = (from: number): readonly string[] => simulator.requests.slice(from).map(({ bodyText }) => bodyText)

describe('ikigai eval', () => {
  it('of 30 tasks, 3 models and 3 repetitions is killed, goes on, and asks nothing twice that was answered', async () => {
    const from = simulator.requests.length
    const answers = new RatedAnswers(1, RATES)
    // After a hundred answers, every case of the first process waits for an answer that does not come.
    let isHeld = true
    answerOf = (request) =>
      isHeld && simulator.requests.length - from > 100
        ? textAnswer('This is cut off.', { holdAfterEvents: 1 })
        : answers.answer(request)
    const path = await file('many.json', { name: `many ${from}`, tasks: ratedTasks(30) })
    const args = [path, '--models', MODELS, '--repeat', '3', '--at-once', String(AT_ONCE)]
    const running = startIkigai(['eval', ...args], workspace.environment, project.folder)
    const killed = new Promise((resolve) => running.child.once('exit', resolve))
    await Promise.all(Array.from({ length: AT_ONCE }, () => simulator.streamHeld()))
    running.child.kill('SIGKILL')
    await killed
    isHeld = false
    const resumed = await evaluate(...args, '--json')
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('270 of 270 cases have a result.')])
    expect(resumed.stderr).toMatch(/^Continuing evaluation /)
    const { models, cases, pairs, cost } = results(resumed.stdout)
    // Only the requests that the kill cut off were sent again.
    expect(simulator.requests.length - from).toBe(270 + AT_ONCE)
    expect(new Set(cases.map(({ agentId }) => agentId)).size).toBe(270)
    const contained = models.map(({ interval, checked }, index) => {
      const rate = Object.values(RATES)[index] ?? 0
      return [checked, interval !== null && interval.low <= rate && rate <= interval.high]
    })
    expect(contained).toEqual([
      [90, true],
      [90, true],
      [90, true],
    ])
    expect(pairs.map(({ better, worse, p }) => [better > worse, p < 0.05])).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ])
    expect(cost.usd).toBeGreaterThan(0)

    const sent = simulator.requests.length
    const again = await evaluate(...args)
    expect([again.code, simulator.requests.length]).toEqual([0, sent])
    expect(again.stdout).toMatch(/^Model +Passed +Rate +Interval .*\nclaude-haiku-4-5\/none +\d+\/90 /)
  })

  it('makes the checks of a file, in a copy of the commit, and asks judges last', async () => {
    const edit = { path: 'sum.mjs', old_string: 'a - b', new_string: 'a + b' }
    answerOf = ({ bodyText, host }) => {
      if (bodyText.includes('You judge the answer')) return textAnswer(host === 'google' ? 'Too long.\nFAIL' : 'PASS')
      if (bodyText.includes('Give a number.')) return textAnswer('```json\n{ "n": "one" }\n```')
      if (bodyText.includes('Explain.')) return textAnswer('Because.')
      if (bodyText.includes('Break.')) return { type: 'failure', failure: { kind: 'bad_request', message: 'No.' } }
      if (bodyText.includes('a + b')) return textAnswer('Repaired.')
      return { type: 'script', blocks: [{ type: 'tool_call', name: 'file_edit', arguments: edit }] }
    }
    const schema = { type: 'object', properties: { n: { type: 'number' } } }
    const test = `node -e "import('./sum.mjs').then(({ sum }) => process.exit(sum(1, 2) === 3 ? 0 : 1))"`
    const judge = (model: string) => ({ judge: model, criteria: 'It is short.' })
    // A second try of this test must not go on with the evaluation of the first.
    const name = `checks ${simulator.requests.length}`
    const path = await file('checks.json', {
      name,
      system: 'Be brief.',
      tasks: [
        { name: 'repair', prompt: 'Repair it.', folder: '.', commit: 'HEAD', checks: [{ test }] },
        { name: 'schema', prompt: 'Give a number.', checks: [judge('gpt-5-mini/low'), { schema }] },
        { name: 'judged', prompt: 'Explain.', attachments: ['table.csv'], checks: [judge('gpt-5-mini/low')] },
        { name: 'refused', prompt: 'Explain.', checks: [{ matches: 'B' }, judge('gemini-2.5-flash/none')] },
        { name: 'broken', prompt: 'Break.', checks: [{ matches: '.' }] },
      ],
    })
    const before = await project.files()
    const from = simulator.requests.length
    const ran = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--json')
    const { cases, models } = results(ran.stdout)
    const outcome = ({ task, state, checks, message }: CaseView) => [
      task,
      state,
      ...checks.map(({ check, note }) => `${check}: ${note ?? ''}`),
      ...(message === null ? [] : [message]),
    ]
    expect(cases.map(outcome)).toEqual([
      ['repair', 'passed', 'test: passed'],
      ['schema', 'not_passed', 'schema: n must be number'],
      ['judged', 'passed', 'judge: PASS'],
      ['refused', 'not_passed', 'matches: ', 'judge: Too long.\nFAIL'],
      ['broken', 'failed', expect.stringContaining('No.')],
    ])
    expect([ran.code, models[0]?.checked, models[0]?.failed]).toEqual([1, 4, 1])
    expect(await project.files()).toEqual(before)
    const bodies = asked(from)
    expect(bodies.filter((text) => text.includes('You judge the answer'))).toHaveLength(2)
    expect(bodies.every((text) => text.includes('Be brief.') !== text.includes('You judge the answer'))).toBe(true)
    expect(bodies.filter((text) => text.includes('table.csv')).length).toBeGreaterThan(0)

    // The case that failed is tried again in the same agent; nothing else is asked.
    const sent = simulator.requests.length
    answerOf = () => textAnswer('It works.')
    const again = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--json')
    expect([again.code, simulator.requests.length]).toEqual([0, sent + 1])
    const ids = ({ cases: all }: Results) => all.map(({ agentId }) => agentId)
    expect(ids(results(again.stdout))).toEqual(cases.map(({ agentId }) => agentId))

    const page = join(project.parent, 'page.html')
    const written = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--html', page)
    expect([written.code, simulator.requests.length]).toEqual([0, sent + 1])
    const html = await readFile(page, 'utf8')
    expect(html).toMatch(/^<!doctype html>/i)
    for (const shown of [name, 'claude-haiku-4-5/none', 'Repaired.', 'Too long.']) expect(html).toContain(shown)
    expect(html).not.toMatch(/<script|<link|src=|href="http/i)

    // A new run of the same file is compared by task.
    const other = results(again.stdout).agentId
    const compared = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--new', '--json', '--compare', other)
    expect(results(compared.stdout).agentId).not.toBe(other)
    expect(results(compared.stdout).compared?.models).toEqual([
      expect.objectContaining({ better: 0, worse: 1, equal: 3, p: 1 }),
    ])
    const agents = jsonLines((await runIkigai(['agents', '--json'], workspace.environment)).stdout)
    expect(agents.filter((agent) => agent['name'] === `Evaluation: ${name}`)).toHaveLength(2)
  })

  it('asks no model when a test cannot start, and judges nobody by that', async () => {
    answerOf = () => textAnswer('Done.')
    const from = simulator.requests.length
    const task = { folder: '.', commit: 'HEAD', prompt: 'Repair it.' }
    const path = await file('baseline.json', {
      name: `baseline ${from}`,
      tasks: [
        { ...task, name: 'missing', checks: [{ test: 'no-such-runner' }] },
        { ...task, name: 'same', checks: [{ matches: 'Done' }, { test: 'no-such-runner' }] },
        { ...task, name: 'wrong', checks: [{ matches: 'Nothing' }, { test: 'no-such-runner' }] },
        { name: 'said', prompt: 'Say it.', checks: [{ matches: 'Done' }] },
      ],
    })
    const worktrees = await project.git('worktree', 'list')
    const args = [path, '--models', 'claude-haiku-4-5/none', '--json']
    const asking = await evaluate(...args)
    const { status, baselines, cases } = results(asking.stdout)
    expect([asking.code, status, cases, simulator.requests.length - from]).toEqual([3, 'asks', [], 0])
    expect(baselines).toMatchObject([
      {
        tasks: ['missing', 'same', 'wrong'],
        command: 'no-such-runner',
        outcome: 'cannot_start',
        missing: 'command not found: no-such-runner',
        last_lines: 'bash: line 1: no-such-runner: command not found',
      },
    ])
    expect(asking.stderr).toContain('missing, same, wrong: The test cannot start in an untouched worktree')
    expect(asking.stderr).toContain('`--go-on always`')
    expect(await project.git('worktree', 'list')).toBe(worktrees)

    const ran = await evaluate(...args, '--go-on', 'always')
    const view = results(ran.stdout)
    const said = view.cases.map(({ task: name, state, message }) => [name, state, message])
    const missing = 'command not found: no-such-runner'
    expect([ran.code, ...said]).toEqual([
      1,
      ['missing', 'not_judged', missing],
      ['same', 'not_judged', missing],
      ['wrong', 'not_passed', null],
      ['said', 'passed', null],
    ])
    expect([view.checked, view.failed, view.notJudged, view.models[0]?.rate]).toEqual([2, 0, 2, 0.5])
    const counted = `SELECT count(*)::int AS n FROM outcomes WHERE decision = 'evaluation/${view.agentId}'`
    const { stdout } = await runIkigai(['sql', counted, '--json'], workspace.environment)
    expect(jsonLines(stdout)).toEqual([{ n: 2 }])

    // What is not judged is checked again, and its answer is not asked for again.
    const sent = simulator.requests.length
    const table = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--go-on', 'always')
    expect([table.code, simulator.requests.length]).toEqual([1, sent])
    expect(table.stdout).toMatch(/Failed +Not judged/)
    expect(table.stderr).toContain('2 are not judged')
  })

  it('says that a test passes before any change, and goes on without a terminal', async () => {
    answerOf = () => textAnswer('Done.')
    const task = { name: 'green', folder: '.', commit: 'HEAD', prompt: 'Look.', checks: [{ test: 'true' }] }
    const path = await file('green.json', { name: `green ${simulator.requests.length}`, tasks: [task] })
    const ran = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--json')
    expect([ran.code, results(ran.stdout).baselines.map(({ outcome }) => outcome)]).toEqual([0, ['passes']])
    expect(ran.stderr).toContain('green: The test passed before any change.')
    const unseen = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--new', '--no-baseline', '--json')
    expect([unseen.code, results(unseen.stdout).baselines]).toEqual([0, []])
  })

  it('asks no model when the set-up of its worktrees fails', async () => {
    answerOf = () => textAnswer('Done.')
    const own = await gitFolder()
    await own.write('.ikigai/worktree.json', '{ "setup": ["echo no such mirror; exit 7"] }')
    await own.git('add', '--all')
    await own.git('commit', '--quiet', '-m', 'files')
    const shown = await runIkigai(['worktree', 'setup', own.folder], workspace.environment)
    const id = /^id +(\w+)$/m.exec(shown.stdout)?.[1] ?? ''
    const confirmed = await runIkigai(['worktree', 'setup', own.folder, '--confirm', id], workspace.environment)
    expect(confirmed.code).toBe(0)
    const from = simulator.requests.length
    const task = { name: 'one', folder: own.folder, commit: 'HEAD', prompt: 'Look.', checks: [{ test: 'exit 1' }] }
    const path = await file('setup.json', { name: `setup ${from}`, tasks: [task] })
    const asking = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--json')
    expect([asking.code, simulator.requests.length]).toEqual([3, from])
    expect(results(asking.stdout).baselines[0]).toMatchObject({
      outcome: 'cannot_start',
      missing: 'The worktree was not made ready: `echo no such mirror; exit 7` ended with exit code 7',
      last_lines: 'no such mirror',
    })
    const ran = await evaluate(path, '--models', 'claude-haiku-4-5/none', '--go-on', 'always', '--json')
    expect([ran.code, results(ran.stdout).notJudged, simulator.requests.length]).toEqual([1, 1, from])
    await own.remove()
  })

  it('stops at its limit, and asks nobody if the file or a flag is wrong', async () => {
    answerOf = () => textAnswer('yes')
    const sent = simulator.requests.length
    const task = { name: 'a', prompt: 'A.', checks: [{ matches: 'yes' }] }
    const path = await file('limit.json', { name: `limit ${sent}`, tasks: [task] })
    const limited = await evaluate(path, '--models', MODELS, '--max-cost', '0.0001')
    expect([limited.code, limited.stderr]).toEqual([1, expect.stringContaining('limit of the evaluation is used up')])
    const wrong = [
      [path],
      [path, '--models', 'none/such'],
      [path, '--models', 'gpt-5-mini,gpt-5-mini/med'],
      [
        await file('judge.json', { tasks: [{ ...task, checks: [{ judge: 'none/such', criteria: 'C' }] }] }),
        '--models',
        MODELS,
      ],
      [await file('schema.json', { tasks: [{ ...task, checks: [{ schema: { type: 'x' } }] }] }), '--models', MODELS],
    ]
    for (const args of wrong) expect((await evaluate(...args)).code).toBe(2)
    const tested = { ...task, folder: '.', commit: 'HEAD', checks: [{ test: 'true' }] }
    const off = { ...workspace.environment, IKIGAI_CONFIG_DIR: join(workspace.directory, 'off') }
    await mkdir(off.IKIGAI_CONFIG_DIR, { recursive: true })
    await writeFile(join(off.IKIGAI_CONFIG_DIR, 'config.json'), '{ "sandbox": "off" }')
    const unconfined = await runIkigai(
      ['eval', await file('test.json', { tasks: [tested] }), '--models', MODELS],
      off,
      project.folder,
    )
    expect([unconfined.code, unconfined.stderr]).toEqual([2, expect.stringContaining('without a sandbox')])
    expect(simulator.requests.length).toBe(sent)
    const whole = await evaluate(path, '--models', MODELS)
    expect([whole.code, simulator.requests.length]).toEqual([0, sent + 3])
  })
})
