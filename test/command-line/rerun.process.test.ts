import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { RerunView } from '../../src/shared/rerun.ts'
import { GIT_ENVIRONMENT } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { NO_TERMINAL, runAtTerminal } from '../support/run-at-terminal.ts'
import { jsonLines, makeWorkspace, ownFolder, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

/** The test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const run = promisify(execFile)

let simulator: Simulator
let workspace: Workspace
let database: Storage
let isHeld = false
/** The run that is run again. */
let agentId = ''
/** Answers after a result do not end. */
let isLastHeld = false

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: (request) => answerOf(request) })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  const note = join(ownFolder(workspace.environment), 'note.txt')
  await writeFile(note, 'first')
  const args = ['run', '--model', 'claude-haiku-4-5/none', '--trust', '--allow', 'file_read', 'What does it say?']
  const ran = await runIkigai(args, workspace.environment)
  if (ran.code !== 0) throw new Error(ran.stderr)
  const agents = await runIkigai(['agents', '--json'], workspace.environment)
  agentId = String(jsonLines(agents.stdout)[0]?.['id'])
  await writeFile(note, 'second')
})
afterAll(() => closeAll(database, workspace, simulator))

/** Reads the note, GPT another one, and then answers. */
function answerOf({ host, bodyText }: SimulatorRequest): Answer {
  if (isHeld) return { ...textAnswer('Wait.'), holdAfterEvents: 1 }
  if (/function_call_output|tool_result|functionResponse/.test(bodyText)) {
    return { ...textAnswer('It says so.'), ...(isLastHeld && { holdAfterEvents: 2 }) }
  }
  const path = host === 'openai' ? 'other.txt' : 'note.txt'
  return { type: 'script', blocks: [{ type: 'tool_call', name: 'file_read', arguments: { path } }] }
}

const rerun = (...args: readonly string[]) => runIkigai(['rerun', ...args], workspace.environment)

it('ikigai rerun compares both runs, and says by its exit code whether they differ', async () => {
  const same = await rerun(agentId.slice(0, 8), '--model', 'claude-haiku-4-5/none')
  expect([same.code, same.stderr]).toEqual([0, expect.stringContaining('Every call was the recorded one.')])
  expect(same.stdout).toMatch(
    /^ +Agent .*\noriginal +\w{8} +claude-haiku-4-5 .*\nagain +\w{8} +claude-haiku-4-5 .*\n\nNo call differs\.\n$/,
  )
  const log = await runIkigai(['log', /^Rerun (\w+)/.exec(same.stderr)?.[1] ?? '', '--json'], workspace.environment)
  const read = jsonLines(log.stdout).filter(({ kind }) => kind === 'tool_result')
  expect(read).toMatchObject([{ content: expect.stringContaining('first') }])

  const file = join(ownFolder(workspace.environment), 'rules.txt')
  await writeFile(file, 'Use spaces.')
  expect((await rerun(agentId, '--instructions', file)).code).toBe(0)
  expect(simulator.requests.at(-1)?.bodyText).toContain('Use spaces.')

  const other = await rerun(agentId, '--model', 'gpt-5-mini/low', '--json')
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('Ended where the calls differ.')])
  const view: RerunView = JSON.parse(other.stdout)
  expect(view).toMatchObject({
    status: 'difference',
    differences: 1,
    divergence: {
      type: 'other_call',
      recorded: { arguments: { path: 'note.txt' } },
      made: { arguments: { path: 'other.txt' } },
    },
  })
  const nearest = await rerun(agentId, '--model', 'gpt-5-mini/low', '--on-difference', 'nearest')
  expect([nearest.code, nearest.stdout]).toEqual([
    1,
    expect.stringMatching(
      /First difference at event \d+: another call.*\n.*note\.txt.*\n.*other\.txt.*\n +decided: +nearest\n$/,
    ),
  ])

  isHeld = true
  const running = startIkigai(['rerun', agentId], workspace.environment)
  await simulator.streamHeld()
  running.child.kill('SIGINT')
  const stopped = await running.finished
  expect([stopped.code, stopped.stderr]).toEqual([130, expect.stringMatching(/Stopped\..*--resume/)])

  expect((await rerun('ffffffff')).code).toBe(2)
  const unread = await rerun(agentId, '--instructions', 'missing.txt')
  expect([unread.code, unread.stderr]).toEqual([2, '--instructions missing.txt: the file cannot be read.\n'])
  const wrong = await rerun(agentId, '--on-difference', 'guess')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('give ask, nearest, run, end')])
})

it('ikigai rerun --resume goes on with a rerun whose process was killed', async () => {
  isHeld = false
  isLastHeld = true
  const killed = startIkigai(['rerun', agentId, '--model', 'claude-haiku-4-5/none'], workspace.environment)
  await simulator.streamHeld()
  killed.child.kill('SIGKILL')
  const { stderr: begun } = await killed.finished
  const cutOff = /^Rerun (\w+)/.exec(begun)?.[1] ?? ''
  isLastHeld = false
  const sent = simulator.requests.length
  const resumed = await rerun(cutOff, '--resume', '--json')
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('Every call was the recorded one.')])
  expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'completed', canResume: false, again: { answers: 2 } })
  // The first answer was not asked for again, and the tool did not run.
  expect(simulator.requests.slice(sent).map(({ bodyText }) => bodyText)).toEqual([
    simulator.requests[sent - 1]?.bodyText,
  ])
  expect(simulator.requests.at(-1)?.bodyText).toContain('first')
  const again = await rerun(cutOff, '--resume')
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('This rerun has ended.')])
  expect((await rerun(cutOff, '--resume', '--model', 'gpt-5-mini')).stderr).toContain('--resume goes on as')
})

it('ikigai rerun --subtree runs the agent and its fork again, and says how many made every recorded call', async () => {
  isHeld = false
  isLastHeld = false
  const agentIds = async () =>
    jsonLines((await runIkigai(['agents', '--json'], workspace.environment)).stdout).map(({ id }) => String(id))
  const known = await agentIds()
  const forked = await runIkigai(['run', '--agent', agentId, '/fork "And in the fork?"'], workspace.environment)
  expect([forked.code, forked.stderr]).toEqual([0, expect.any(String)])
  const forks = (await agentIds()).filter((id) => !known.includes(id))
  const sent = simulator.requests.length
  const same = await rerun(agentId, '--subtree', '--json')
  expect([same.code, same.stderr]).toEqual([0, expect.stringContaining('2 of 2 agents made every recorded call.')])
  const printed: { readonly reruns: readonly RerunView[] } = JSON.parse(same.stdout)
  expect(printed).toMatchObject({ agentId, refused: [], notBegun: [] })
  expect(printed.reruns.map(({ status, original }) => [status, original.agentId])).toEqual([
    ['completed', agentId],
    ...forks.map((id) => ['completed', id]),
  ])
  expect(simulator.requests.length).toBe(sent + 3)

  // GPT reads another file; the fork calls nothing.
  const other = await rerun(agentId, '--subtree', '--model', 'gpt-5-mini/low')
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('1 of 2 agents made every recorded call.')])
  expect(other.stdout).toMatch(
    /^ +Agent .*First difference at event \d+: another call.*\n +Agent .*No call differs\.\n$/s,
  )

  const wrong = await rerun(agentId, '--subtree', '--event', '1')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('give one of them')])
})

if (NO_TERMINAL !== null) process.stderr.write(`${NO_TERMINAL}\n`)

it.skipIf(NO_TERMINAL !== null)(
  'at a terminal ikigai rerun asks at a call that differs: a result is played, calls run in a worktree, or it ends',
  async () => {
    const { environment } = workspace
    isHeld = false
    isLastHeld = false
    const folder = ownFolder(environment)
    await writeFile(join(folder, 'other.txt'), 'elsewhere')
    const git = (...args: readonly string[]) => run('git', args, { cwd: folder, env: GIT_ENVIRONMENT })
    await git('init', '--quiet')
    await git('add', 'note.txt', 'other.txt')
    await git('commit', '--quiet', '--message', 'notes')
    const args = ['rerun', agentId, '--model', 'gpt-5-mini/low', '--allow', 'file_read']
    const answered = (...typed: readonly string[]) => runAtTerminal(args, environment, typed)
    const sent = () => simulator.requests.at(-1)?.bodyText

    const nearest = await answered('4', '1')
    expect(nearest.screen).toMatch(
      /\? A call differs from the recorded run.*Now:.*other\.txt.*Recorded:.*note\.txt.*run in a new git worktree of/s,
    )
    expect(nearest.screen).toContain('  1  Play the nearest recorded result\n  2  Run for real\n  3  End the rerun\n')
    expect(nearest.screen).toContain('Choose one of the answers.')
    expect([nearest.code, nearest.screen]).toEqual([1, expect.stringMatching(/decided: +nearest\n.*1 difference\./s)])
    expect(sent()).toContain('first')

    const real = await answered('2')
    expect([real.code, real.screen]).toEqual([1, expect.stringMatching(/decided: +run\n/)])
    expect(sent()).toContain('elsewhere')
    const { stdout: worktrees } = await git('worktree', 'list', '--porcelain')
    expect(worktrees.match(/^worktree /gm)).toHaveLength(2)

    const before = simulator.requests.length
    const ended = await answered('3')
    expect([ended.code, ended.screen]).toEqual([
      1,
      expect.stringMatching(/decided: +end\n.*Ended where the calls differ/s),
    ])
    expect(simulator.requests).toHaveLength(before + 1)
  },
)
