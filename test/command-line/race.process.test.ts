import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { type AttemptView, type RaceView, runText } from '../../src/shared/race.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import type { Answer } from '../support/provider-simulator/answer.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

/** The test starts many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 })

const MODELS = 'claude-haiku-4-5/none,gpt-5-mini/low,gemini-2.5-flash/none'
const TEST_COMMAND = 'node --test check.test.mjs'
const TEST = `import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { add, half } from './add.mjs'

test('adds', () => equal(add(1, 2), 3))
test('adds nothing', () => equal(add(0, 0), 0))
test('halves', () => equal(half(4), 2))
`
const FAULTY = 'export const add = (a, b) => a - b\nexport const half = (a) => a / 2\n'

let simulator: Simulator
let workspace: Workspace
let database: Storage
let project: GitFolder

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: (request) => answerOf(request) })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  project = await gitFolder()
  await project.write('add.mjs', FAULTY)
  await project.write('check.test.mjs', TEST)
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', 'files')
  await project.write('notes.txt', 'not committed\n')
  await runIkigai(['trust', project.folder], workspace.environment)
})
afterAll(() => closeAll(project, database, workspace, simulator))

/** Whether the answers of the first Gemini are held back. */
let isHeld = true

/** How often each host was asked to begin an attempt. */
const begun = new Map<string, number>()
beforeEach(() => begun.clear())
/** What stands in the requests of attempts that have begun. */
const EDITS = ['a * b', 'a + b', '/* so */', '// both']

/**
 * Whether the attempt is the second of its model. The attempts of a model are sent the same, so only the order of their
 * first requests tells them apart, and either can be the one that the race calls 2. A task with that sign is answered as
 * by second attempts.
 */
function isSecondAttempt({ host, bodyText }: SimulatorRequest): boolean {
  if (bodyText.includes('· 2')) return true
  if (bodyText.includes('and it failed:')) return !bodyText.includes('a * b')
  if (EDITS.some((edit) => bodyText.includes(edit))) return bodyText.includes('/* so */')
  const count = (begun.get(host) ?? 0) + 1
  begun.set(host, count)
  // What was refused is sent once more, without what may be the reason.
  return host === 'google' && isHeld ? count > 1 : count === 2
}

/** What each attempt does: it edits a file when it is prompted, and then says that all is well. */
function answerOf(request: SimulatorRequest): Answer {
  const { host, bodyText } = request
  const isSecond = isSecondAttempt(request)
  const wasSentBack = bodyText.includes('and it failed:')
  const done = textAnswer('All 3 tests pass.')
  const edit = (path: string, from: string, to: string, mark: string): Answer =>
    bodyText.includes(mark)
      ? done
      : {
          type: 'script',
          blocks: [{ type: 'tool_call', name: 'file_edit', arguments: { path, old_string: from, new_string: to } }],
        }
  if (host === 'anthropic') {
    if (isSecond) return done
    return wasSentBack
      ? edit('add.mjs', 'a * b', '// It adds.\n  a + b', 'It adds.')
      : edit('add.mjs', 'a - b', 'a * b', 'a * b')
  }
  if (host === 'openai')
    return isSecond
      ? edit('check.test.mjs', 'add(1, 2), 3', 'add(1, 2),\n  -1 /* so */', '/* so */')
      : edit('add.mjs', 'a - b', 'a + b', 'a + b')
  if (isSecond) return { type: 'failure', failure: { kind: 'bad_request', message: 'No.' } }
  return isHeld ? { ...done, holdAfterEvents: 0 } : edit('add.mjs', 'a - b', 'b + // both\n  a', '// both')
}

const race = (...args: readonly string[]) => runIkigai(['race', ...args], workspace.environment, project.folder)

const RACE = `race --models ${MODELS} --attempts 2 --retries 1 --at-once 6 --winner smallest --test`.split(' ')

/** Starts the race, and kills its process when all attempts have ended but the one that is held. */
async function killedRace(): Promise<string> {
  const running = startIkigai([...RACE, TEST_COMMAND, 'Fix the failing test'], workspace.environment, project.folder)
  const { stderr } = running.child
  if (stderr === null) throw new Error('The process has no stderr')
  let id = ''
  const ended = new Set<string>()
  for await (const line of createInterface({ input: stderr })) {
    id ||= /^Race (\w+)$/.exec(line)?.[1] ?? ''
    const [name = ''] = line.split(': ')
    if (/: (passed|tests failed|failed · free)/.test(line)) ended.add(name)
    if (ended.size === 5) running.child.kill('SIGKILL')
  }
  await running.finished
  return id
}

const worktreeCount = async (): Promise<number> => (await project.git('worktree', 'list')).trim().split('\n').length

/** An attempt in one line. */
function outcome({ name, phase, tries, test, changes, changedTests, left }: AttemptView): string {
  const facts = [
    phase,
    `try ${tries}`,
    ...(test === null ? [] : [runText(test)]),
    ...(changes === null ? [] : [`+${changes.added} −${changes.removed}`]),
    ...changedTests,
    ...(left === null ? [] : [[left.reason, ...(left.message === null ? [] : [left.message])].join(': ')]),
  ]
  return `${name}: ${facts.join(', ')}`
}

describe('ikigai race', () => {
  it('of six is killed, goes on, and is won by the smallest change, which is adopted and taken back', async () => {
    const before = await project.files()
    const held = simulator.streamHeld()
    const raceId = await killedRace()
    await held
    expect(await project.files()).toEqual(before)

    isHeld = false
    const resumed = await race('--resume', raceId, '--json')
    expect([resumed.code, resumed.stderr]).toEqual([
      0,
      expect.stringMatching(/GPT-5 Mini(?: · 2)? wins: 3\/3 for \$0\.0013\./),
    ])
    const { attempts, winner, status, adopted }: RaceView = JSON.parse(resumed.stdout)
    expect([status, adopted]).toEqual(['ended', null])
    expect(attempts.find(({ agentId }) => agentId === winner)?.changes).toMatchObject({ added: 1, removed: 1 })
    // Either attempt of a model can be the one that is called 2.
    expect(attempts.map((attempt) => outcome(attempt).replace(' · 2:', ':')).toSorted()).toEqual([
      'GPT-5 Mini: passed, try 1, 3/3, +1 −1',
      'GPT-5 Mini: passed, try 1, 3/3, +2 −1, check.test.mjs',
      'Gemini 2.5 Flash: out, try 0, error: Google rejected the request. Google said: No.',
      'Gemini 2.5 Flash: passed, try 1, 3/3, +2 −1',
      'Haiku 4.5: out, try 2, 2/3, +0 −0, tests',
      'Haiku 4.5: passed, try 2, 3/3, +2 −1',
    ])
    expect(await project.files()).toEqual(before)

    await project.write('add.mjs', FAULTY.replace('a - b', 'a / b'))
    const conflict = await race('--resume', raceId, '--adopt')
    expect([conflict.code, conflict.stderr]).toEqual([1, expect.stringContaining('add.mjs')])
    expect(await project.read('add.mjs')).toContain('a / b')

    await project.write('add.mjs', FAULTY)
    const applied = await race('--resume', raceId, '--adopt')
    expect(applied.code).toBe(0)
    expect(applied.stderr).toContain('The other attempts are archived.')
    expect(applied.stderr).toContain('Worktrees of attempts are removed.')
    expect(await project.files()).toEqual({ ...before, 'add.mjs': FAULTY.replace('a - b', 'a + b') })
    const undo = /`ikigai undo (\S+) --event (\d+)`/.exec(applied.stderr) ?? []
    const undone = await runIkigai(['undo', undo[1] ?? '', '--event', undo[2] ?? ''], workspace.environment)
    expect(undone.code).toBe(0)
    expect(await project.files()).toEqual(before)
    const agents = await runIkigai(['agents', '--json'], workspace.environment)
    const archived = jsonLines(agents.stdout).filter((agent) => agent['archived'] === true)
    expect(archived).toHaveLength(5)
  })

  it('says with its exit code that none passed, and what is wrong with its flags', async () => {
    const escaping = `touch ${project.folder}/escaped made-by-test; exit 3`
    const model = 'claude-haiku-4-5/none'
    const none = await race('--models', model, '--retries', '0', '--test', escaping, 'Do nothing')
    expect([none.code, none.stdout]).toEqual([1, expect.stringMatching(/Haiku 4\.5 +tests failed +exit 3/)])
    // The command was confined to the worktree, and what it made there is no change of the attempt.
    expect(none.stdout).toContain('+1 −1 · 1 f')
    expect(Object.keys(await project.files())).not.toContain('escaped')
    const off = { ...workspace.environment, IKIGAI_CONFIG_DIR: join(workspace.directory, 'off') }
    await mkdir(off.IKIGAI_CONFIG_DIR)
    await writeFile(join(off.IKIGAI_CONFIG_DIR, 'config.json'), '{ "sandbox": "off" }')
    const unconfined = await runIkigai(['race', '--models', MODELS, '--test', 'true', 'Fix it'], off, project.folder)
    expect([unconfined.code, unconfined.stderr]).toEqual([2, expect.stringContaining('without a sandbox')])
    const wrong = [
      ['--models', MODELS, 'Fix it'],
      ['--models', MODELS, '--test', 'true', '--attempts', '9', 'Fix it'],
      ['--models', 'none/such', '--test', 'true', 'Fix it'],
    ]
    for (const args of wrong) expect((await race(...args)).code).toBe(2)
  })

  it.each([
    ['no-such-program --all', 'command not found: no-such-program'],
    ['./scripts/test.sh', 'command not found: ./scripts/test.sh'],
    ['node no-such-file.test.mjs', 'no-such-file'],
    ['npm test', 'no package.json'],
    ['python3 -m no_such_module', 'no Python module no_such_module'],
    ['bash no-such.sh', 'no-such.sh'],
    ['node -e "require(\'left-pad\')"', 'module not found: left-pad'],
    ['node --input-type=module -e "import \'left-pad\'"', 'package not found: left-pad'],
    ['exit 127', 'exit code 127'],
    ['cat add.mjs > /dev/null && make no-such-target', 'make'],
    ["echo 'Error: getaddrinfo EAI_AGAIN registry.npmjs.org' >&2; exit 1", 'no network'],
  ])('asks no model when the test cannot start: %s', async (test, cause) => {
    const sent = simulator.requests.length
    const worktrees = await worktreeCount()
    const asked = await race('--models', MODELS, '--test', test, '--json', 'Fix it')
    const { agentId, attempts, baseline, status, winner }: RaceView = JSON.parse(asked.stdout)
    expect([asked.code, status, winner, simulator.requests.length - sent]).toEqual([3, 'asks', null, 0])
    expect([baseline?.outcome, baseline?.missing]).toEqual(['cannot_start', expect.stringContaining(cause)])
    expect(attempts.map(({ left }) => left)).toEqual([null, null, null])
    expect(asked.stderr).toContain(`race --resume ${agentId.slice(0, 8)} --go-on always`)
    expect(await project.git('worktree', 'list', '--porcelain')).not.toContain('/baseline-')

    expect((await race('--stop', agentId)).code).toBe(0)
    const ended = await race('--resume', agentId, '--json')
    const view: RaceView = JSON.parse(ended.stdout)
    expect(view.commit).toMatch(/^[\da-f]{40}$/)
    expect([ended.code, view.status, view.attempts.map(({ left }) => left?.reason)]).toEqual([
      1,
      'ended',
      ['environment', 'environment', 'environment'],
    ])
    expect(ended.stderr).toContain('No model was asked')
    expect([await worktreeCount(), simulator.requests.length - sent]).toEqual([worktrees, 0])
  })

  it('goes on all the same when the user says so, and judges nobody by what the environment lacks', async () => {
    const wish = ['--models', 'gpt-5-mini/low', '--test', 'no-such-program', '--json']
    const asked: RaceView = JSON.parse((await race(...wish, 'Fix it')).stdout)
    const sent = simulator.requests.length
    const again = await race('--resume', asked.agentId, '--go-on', 'if_passes')
    expect([again.code, simulator.requests.length - sent]).toEqual([3, 0])
    expect(again.stderr).toContain('It printed at the end:\n  bash: line 1: no-such-program: command not found')
    const resumed = await race('--resume', asked.agentId, '--go-on', 'always', '--json')
    const view: RaceView = JSON.parse(resumed.stdout)
    expect([resumed.code, view.attempts.map(outcome)]).toEqual([
      1,
      ['GPT-5 Mini: out, try 1, exit 127, +1 −1, environment: command not found: no-such-program'],
    ])
    const counted = `SELECT count(*)::int AS n FROM outcomes WHERE agent_uuid = '${view.attempts[0]?.agentId}'`
    const { stdout } = await runIkigai(['sql', counted, '--json'], workspace.environment)
    expect(jsonLines(stdout)).toEqual([{ n: 0 }])
    const late = await race('--resume', asked.agentId, '--go-on', 'always')
    expect([late.code, late.stdout]).toEqual([1, expect.stringContaining('not judged: the environment failed')])
    const unasked = await race(...wish, '--go-on', 'always', 'Fix it')
    const { status }: RaceView = JSON.parse(unasked.stdout)
    expect([unasked.code, status]).toEqual([1, 'ended'])
  })

  it('runs the test anew after it was killed while that ran', async () => {
    const worktrees = await worktreeCount()
    const hanging = ['race', '--models', 'gpt-5-mini/low', '--test', 'sleep 1000 # until it is killed', 'Fix it']
    const running = startIkigai([...hanging, '--timeout', '2'], workspace.environment, project.folder)
    const id = Promise.withResolvers<string>()
    running.child.stderr?.on('data', (text: Buffer) => {
      const found = /^Race (\w+)$/m.exec(text.toString())?.[1]
      if (found !== undefined) id.resolve(found)
    })
    await vi.waitFor(async () => expect(await project.git('worktree', 'list')).toContain('/baseline-'), 60_000)
    running.child.kill('SIGKILL')
    await running.finished
    expect(await project.git('worktree', 'list')).toContain('/baseline-')
    const resumed = await race('--resume', await id.promise, '--json')
    const { agentId, baseline }: RaceView = JSON.parse(resumed.stdout)
    expect([resumed.code, baseline?.missing]).toEqual([3, 'not ended within 2 s'])
    await race('--stop', agentId)
    expect(await worktreeCount()).toBe(worktrees)
  })

  it('lets nobody win by a test that passed before, and says so', async () => {
    const idle = await race('--models', 'claude-haiku-4-5/none', '--attempts', '2', '--test', 'true', '· 2')
    expect([idle.code, idle.stdout]).toEqual([0, expect.stringContaining('passed without changes')])
    expect(idle.stdout).not.toContain('★')
    expect(idle.stderr).toContain('nothing had to be changed')
    expect(idle.stderr).toContain('The test passed before any change.')
    const changed = await race('--models', 'gpt-5-mini/low', '--test', 'true', 'Fix it')
    expect([changed.code, changed.stdout]).toEqual([0, expect.stringMatching(/★ .* passed/)])
    expect(changed.stderr).toContain('wins: passed for')
    expect(changed.stderr).toContain('The test passed before any change.')
  })

  it('tests an attempt that a limit of rounds has ended, and names the limit', async () => {
    const limited = ['--max-tool-turns', '1', '--json']
    const won = await race('--models', 'gpt-5-mini/low', ...limited, '--test', TEST_COMMAND, 'Fix it')
    const view: RaceView = JSON.parse(won.stdout)
    expect([won.code, view.baseline?.outcome, view.attempts[0]?.phase, view.attempts[0]?.limit]).toEqual([
      0,
      'fails',
      'passed',
      'rounds',
    ])
    const lost = await race('--models', 'claude-haiku-4-5/none', ...limited, '--test', TEST_COMMAND, 'Fix it')
    const { attempts }: RaceView = JSON.parse(lost.stdout)
    expect([lost.code, attempts.map(outcome)]).toEqual([1, ['Haiku 4.5: out, try 1, 2/3, +1 −1, rounds']])
  })

  it('is stopped by Ctrl+C and goes on', async () => {
    isHeld = true
    const args = ['race', '--models', 'gemini-2.5-flash/none', '--test', TEST_COMMAND, 'Fix it']
    const running = startIkigai(args, workspace.environment, project.folder)
    await simulator.streamHeld()
    running.child.kill('SIGINT')
    const stopped = await running.finished
    expect([stopped.code, stopped.stdout]).toEqual([130, expect.stringContaining('working')])
    isHeld = false
    const resumed = await race('--resume', /race --resume (\w+)/.exec(stopped.stderr)?.[1] ?? '')
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringMatching(/★ .* passed +3\/3/)])
  })

  it('does not count a run that timed out beside other attempts, and runs the test again alone', async () => {
    isHeld = true
    await project.write('.git/info/exclude', 'ran\n')
    const first = `touch ran; echo 'Error: Test timed out in 5000ms.'; exit 1`
    const command = `if [ -e ran ]; then ${TEST_COMMAND}; else ${first}; fi`
    const models = 'gpt-5-mini/low,gemini-2.5-flash/none'
    const flags = ['race', '--models', models, '--winner', 'smallest', '--retries', '0', '--json', '--test']
    const running = startIkigai([...flags, command, 'Fix it'], workspace.environment, project.folder)
    const { stderr } = running.child
    if (stderr === null) throw new Error('The process has no stderr')
    const said: string[] = []
    for await (const line of createInterface({ input: stderr })) {
      said.push(line)
      if (line.includes('will be tested alone')) (await simulator.streamHeld()).release()
    }
    const view: RaceView = JSON.parse((await running.finished).stdout)
    expect(said.join('\n')).toContain('GPT-5 Mini: ran into a time limit, will be tested alone')
    expect(view.attempts.map(outcome)).toEqual([
      'GPT-5 Mini: passed, try 1, 3/3, +1 −1',
      'Gemini 2.5 Flash: out, try 1, exit 1, +0 −0, tests',
    ])
    expect(view.winner).toBe(view.attempts[0]?.agentId)
  })

  it('ends the others when the first one has passed', async () => {
    isHeld = true
    const models = 'gemini-2.5-flash/none,gpt-5-mini/low'
    const first = await race('--models', models, '--test', TEST_COMMAND, '--json', 'Fix it')
    const { attempts, winner }: RaceView = JSON.parse(first.stdout)
    expect([first.code, winner]).toEqual([0, attempts[1]?.agentId])
    expect(attempts.map(outcome)).toEqual([
      'Gemini 2.5 Flash: out, try 0, decided',
      'GPT-5 Mini: passed, try 1, 3/3, +1 −1',
    ])
  })

  it('sends no request when its dollars are used up', async () => {
    const sent = simulator.requests.length
    const limited = await race('--models', MODELS, '--max-cost', '0.0001', '--test', 'node --test', 'Fix it')
    expect([limited.code, limited.stdout.match(/budget used up/g)]).toEqual([
      1,
      ['budget used up', 'budget used up', 'budget used up'],
    ])
    expect(simulator.requests.length).toBe(sent)
  })
})
