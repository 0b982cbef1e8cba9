import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { NO_MODEL } from '../support/expected-answers.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { BIN, jsonLines, makeWorkspace, startIkigai, withoutKeys, type Workspace } from '../support/run-ikigai.ts'

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const RUN = 'ikigai run --model claude-haiku-4-5/none'

let simulator: Simulator
let workspace: Workspace
let database: Storage

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.answerWith(() => textAnswer('ok'))
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
})

afterAll(() => closeAll(database, workspace, simulator))

/** What a user types at a shell's prompt; a pipe ends with the code of what comes before it. */
async function shell(line: string, environment = workspace.environment) {
  const script = `set -o pipefail; ikigai() { '${process.execPath}' '${BIN}' "$@"; }; ${line}`
  const child = spawn('bash', ['-c', script], {
    env: environment,
    cwd: workspace.directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

const agents = async () => jsonLines((await shell('ikigai agents --json')).stdout)
const lastInterruption = async () => {
  const id = String((await agents()).at(-1)?.['id'])
  return jsonLines((await shell(`ikigai log --json ${id}`)).stdout).findLast(({ kind }) => kind === 'interrupted')
}

it('says its version, and how it is used', async () => {
  expect(await shell('ikigai --version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  const help = await shell('ikigai --help')
  expect([help.code, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain(
    'Exit codes: 0 done, 1 a turn failed or its answer was cut or withheld, 2 wrong usage, 130 cancelled.',
  )
  expect((await shell('ikigai run --help')).stdout).not.toContain('default:')
})

it.each(['ikigai run', 'ikigai nonsense', 'ikigai search x --limit 1.5'])(
  '%s is wrong usage, and says where to read how',
  async (line) => {
    const { code, stdout, stderr } = await shell(line)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^error: .+\n.*`ikigai --help`/)
  },
)

it('understands a proxy without a scheme, and says of one that it cannot use what to do', async () => {
  expect(await shell('HTTPS_PROXY=ada:secret@proxy:3128 ikigai agents --json')).toMatchObject({ code: 0, stderr: '' })
  const unusable = await shell('ALL_PROXY=socks5://ada:secret@proxy:1080 ikigai agents')
  expect(unusable).toMatchObject({ code: 1, stdout: '' })
  expect(unusable.stderr).toMatch(/^The proxy socks5:\/\/ada@proxy:1080 cannot be used\. .*\n$/)
})

it('reads all lines before it makes an agent or asks a model', async () => {
  const before = [await agents(), simulator.requests.length]
  expect(await shell(`${RUN} ''`)).toEqual({ code: 2, stdout: '', stderr: 'Nothing to send.\n' })
  expect(await shell(`${RUN} 'Hello' '/nonsense'`)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown command: \/nonsense\n/),
  })
  const none = await shell("ikigai run '//etc is a folder'", withoutKeys(workspace.environment))
  expect(none.stderr).toContain(`${NO_MODEL}\n\nHere: ikigai run --model `)
  expect([none.code, await agents(), simulator.requests.length]).toEqual([2, ...before])
})

it('takes no agent for an unset variable', async () => {
  await shell(`${RUN} Hello`)
  const { code, stderr } = await shell('ikigai run --agent "$UNSET" Hello')
  expect([code, stderr]).toEqual([2, 'No agent given. `ikigai agents` lists them.\n'])
})

it('- is what stdin says, however long', async () => {
  const { code, stdout } = await shell(`printf 'x%.0s' {1..300000} | ${RUN} -`)
  expect([code, stdout]).toEqual([0, 'ok\n'])
  expect(JSON.stringify(simulator.requests.at(-1)?.body)).toContain('x'.repeat(300_000))
})

it('fails when what it prints cannot be kept, and not when nobody wants more of it', async () => {
  expect(await shell('ikigai export | head -1')).toMatchObject({ code: 0, stderr: '' })
  const { code, stderr } = await shell('ikigai export > /dev/full')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The output cannot be written: ENOSPC/)])
})

it('cancels the turn whose reader went away, and keeps what came', async () => {
  simulator.enqueue('anthropic', { ...textAnswer('word '.repeat(2000)), tokensPerSecond: 500 })
  const { code } = await shell(`${RUN} Go | head -c 4`)
  expect(code).toBe(130)
  expect(await lastInterruption()).toMatchObject({
    content: expect.stringMatching(/^word /),
    data: { reason: 'cancelled' },
  })
})

it('Ctrl+C cancels the turn, says so, and ends with 130', async () => {
  simulator.enqueue('anthropic', { ...textAnswer('And so on'), holdAfterEvents: 4 })
  const run = startIkigai(['run', '--model', 'claude-haiku-4-5/none', 'Go'], workspace.environment)
  run.child.stdout?.once('data', () => run.child.kill('SIGINT'))
  await simulator.streamHeld()
  const { code, stdout, stderr } = await run.finished
  expect([code, stderr]).toEqual([
    130,
    expect.stringMatching(/^Cancelled\.\n[0-9a-f]{6} {2}claude-haiku-4-5\/none {2}.*\n$/),
  ])
  expect(await lastInterruption()).toMatchObject({ content: stdout.replace(/\n$/, ''), data: { reason: 'cancelled' } })
})

it('Ctrl+C stops the children of the run too', async () => {
  simulator.enqueue('anthropic', { ...textAnswer('And so on'), holdAfterEvents: 4 })
  const run = startIkigai(['run', '--model', 'claude-haiku-4-5/none', '/fork "Go"'], workspace.environment)
  await simulator.streamHeld()
  run.child.kill('SIGINT')
  expect((await run.finished).code).toBe(130)
  expect(await lastInterruption()).toMatchObject({ data: { reason: 'cancelled' } })
})

it('begins with the successor of a default model that has ended, and says so', async () => {
  const config = JSON.stringify({
    default_provider: 'google',
    providers: { google: { default_model: 'gemini-3-pro/low' } },
  })
  const directory = join(workspace.directory, 'ended')
  const begin = `mkdir '${directory}'; printf '%s' '${config}' > '${directory}/config.json'`
  const { code, stderr } = await shell(`${begin}; IKIGAI_CONFIG_DIR='${directory}' ikigai run Hello`)
  expect(code).toBe(0)
  expect(stderr).toContain(
    'gemini-3-pro is no longer served: new agents begin with gemini-3.1-pro-preview/low instead.\n',
  )
  const id = String((await agents()).at(-1)?.['id'])
  const log = jsonLines((await shell(`ikigai log --json ${id}`)).stdout)
  expect(log.find(({ kind }) => kind === 'model')?.['data']).toEqual({
    provider: 'google',
    model: 'gemini-3.1-pro-preview',
    thinking_level: 'low',
    replaces: 'gemini-3-pro',
  })
})

it('says once that a default model has ended and that the keychain cannot be asked, until that changes', async () => {
  const directory = join(workspace.directory, 'warned')
  // What earlier commands have said in this data folder.
  await rm(join(workspace.directory, 'data', 'told-warnings.json'), { force: true })
  const warned = async (model: string): Promise<readonly string[]> => {
    const config = JSON.stringify({ default_provider: 'google', providers: { google: { default_model: model } } })
    const begin = `mkdir -p '${directory}'; printf '%s' '${config}' > '${directory}/config.json'`
    const withoutKey = `GEMINI_API_KEY= GOOGLE_API_KEY= IKIGAI_CONFIG_DIR='${directory}' ikigai run Hello`
    const { stderr } = await shell(`${begin}; ${withoutKey}`)
    return stderr.match(/.* is no longer served|The keychain is switched off/g) ?? []
  }
  expect((await warned('gemini-3-pro')).toSorted()).toEqual([
    'The keychain is switched off',
    'gemini-3-pro is no longer served',
  ])
  expect(await warned('gemini-3-pro')).toEqual([])
  expect(await warned('gemini-3.0-flash')).toEqual(['gemini-3.0-flash is no longer served'])
})

it('prints its own agents and what they are forked into, not those of another run on the same database', async () => {
  const script = { type: 'script', blocks: [{ type: 'hold' }, { type: 'text', text: 'late' }] } as const
  simulator.enqueue('anthropic', script)
  const args = ['run', '--json', '--model', 'claude-haiku-4-5/none', 'First', '/fork "Below"']
  const held = startIkigai(args, workspace.environment)
  const stream = await simulator.streamHeld()
  const other = jsonLines((await shell(`${RUN} --json Second`)).stdout)
  stream.release()
  const { code, stdout } = await held.finished
  const printed = new Set(jsonLines(stdout).map(({ agent }) => agent))
  expect([code, printed.size, printed.has(other[0]?.['agent'])]).toEqual([0, 2, false])
  expect(other[0]?.['agent']).toBeDefined()
})

it('imports what it has exported, whatever characters are in it, and what others wrote with them', async () => {
  const text = 'a\u2028b\u2029c\u0085d\u009be\u202ef'
  const exported = await shell(`ikigai export $(${RUN} '${text}' >/dev/null; ikigai agents | tail -1 | cut -c1-6)`)
  expect(exported.stdout).toContain(String.raw`a\u2028b\u2029c\u0085d\u009be\u202ef`)
  const unescaped = `{"kind":"user","content":"${text}"}`
  for (const file of [exported.stdout, unescaped]) {
    const path = join(workspace.directory, 'log.jsonl')
    await writeFile(path, file)
    const { code, stdout, stderr } = await shell(`ikigai import '${path}'`)
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Imported 1 agent/)])
    const log = jsonLines((await shell(`ikigai log --json ${stdout.trim()}`)).stdout)
    expect(log.find(({ kind }) => kind === 'user')?.['content']).toBe(text)
  }
})

it('says which file cannot be read', async () => {
  const { code, stderr } = await shell('ikigai import /no/such/file')
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^\/no\/such\/file cannot be read \(ENOENT: .*\)\. Check the path\.\n$/),
  ])
})

it('imports what an editor of Windows wrote', async () => {
  const file = String.raw`\xef\xbb\xbf{"kind":"user","content":"Hello"}\r\n\r\n{"kind":"assistant","content":"Hi"}`
  const { code, stderr } = await shell(`printf '${file}' | ikigai import -`)
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Imported 1 agent and 2 events/)])
})

it('says what an import does not keep', async () => {
  const lines = [
    { kind: 'user', content: 'Hello', tone: 'calm' },
    { kind: 'user', tone: 'loud' },
    { uuid: 'agent', colour: 'red' },
  ]
  const path = join(workspace.directory, 'unread.jsonl')
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { code, stderr } = await shell(`ikigai import '${path}'`)
  expect([code, stderr.split('\n')[1]]).toEqual([
    0,
    'Not kept, because this version does not know it: "tone" of 2 events, "colour" of 1 agent.',
  ])
  const whole = await shell(`ikigai import --json '${path}'`)
  expect(JSON.parse(whole.stdout)).toMatchObject({
    unread: [{ type: 'event', key: 'tone', count: 2 }, { key: 'colour' }],
  })
})
