import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { RerunView } from '../../src/shared/rerun.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, ownFolder, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

/** The test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

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
afterAll(async () => {
  await database.close()
  await workspace.remove()
  await simulator.close()
})

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
