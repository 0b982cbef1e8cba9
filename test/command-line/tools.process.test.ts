import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { toolEnvironment } from '../../src/main/adapters/environment/tool-environment.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { noProcessIn } from '../support/processes-in.ts'
import { textAnswer, type Answer, type ScriptedBlock } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'
import { unconfinedTools } from '../support/tool-options.ts'

const MODEL = 'claude-haiku-4-5/none'

const call = (name: string, args: Extract<ScriptedBlock, { type: 'tool_call' }>['arguments']): ScriptedBlock => ({
  type: 'tool_call',
  name,
  arguments: args,
})

/** Each works on what the one before it leaves; two of them fail. */
const FIVE_CALLS: Answer = {
  type: 'script',
  blocks: [
    call('file_write', { path: 'new.txt', content: 'hello' }),
    call('file_read', { path: 'new.txt' }),
    call('bash', { command: 'echo one; echo two >&2; exit 3' }),
    call('glob', { pattern: '*' }),
    call('file_raed', { path: 'new.txt' }),
  ],
}

type Logged = { readonly kind: unknown; readonly content: unknown; readonly isError: unknown }

function logged({ kind, content, data }: { kind?: unknown; content?: unknown; data?: unknown }): Logged {
  const isError = typeof data === 'object' && data !== null && 'is_error' in data ? data.is_error : null
  return { kind, content, isError }
}

/** What the five calls leave in the log, whoever made them. */
const fiveResults = (folder: string): readonly Logged[] => [
  { kind: 'assistant', content: '', isError: null },
  ...Array.from({ length: 5 }, () => ({ kind: 'tool_call', content: null, isError: null })),
  { kind: 'tool_result', content: `Made ${folder}/new.txt (5 bytes).`, isError: false },
  { kind: 'tool_result', content: 'hello', isError: false },
  { kind: 'tool_result', content: 'one\ntwo\n[exit code 3]', isError: true },
  { kind: 'tool_result', content: `In ${folder}:\nnew.txt`, isError: false },
  {
    kind: 'tool_result',
    content:
      "Unknown tool: file_raed. Did you mean 'file_read'? Tools: ask, bash, file_edit, file_read, file_write, glob, grep, slash, web_fetch",
    isError: true,
  },
  { kind: 'assistant', content: 'Done.', isError: null },
]

const KINDS = ['assistant', 'tool_call', 'tool_result']

describe('tools', () => {
  let simulator: Simulator
  let workspace: Workspace
  let database: Storage
  let folder: string

  beforeAll(async () => {
    simulator = await startSimulator()
    workspace = await makeWorkspace({ ...simulator.environment(), ANTHROPIC_API_KEY: 'any-key' })
    // Whether there is a sandbox depends on the machine; without it, commands need a permission.
    await mkdir(configDirectory(), { recursive: true })
    await writeFile(join(configDirectory(), 'config.json'), '{ "sandbox": "off" }', { mode: 0o600 })
    database = await keepDatabaseUp(workspace)
  })

  afterAll(() => closeAll(database, workspace, simulator))

  beforeEach(async () => {
    folder = join(await realpath(workspace.directory), 'scratch')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
  })

  const configDirectory = () => workspace.environment['IKIGAI_CONFIG_DIR'] ?? ''
  const run = (...args: readonly string[]) => runIkigai(['run', '--json', ...args], workspace.environment, folder)
  const recorded = (stdout: string, agent?: unknown): readonly Record<string, unknown>[] =>
    jsonLines(stdout).filter((line) => 'kind' in line && (agent === undefined || line['agent'] === agent))
  const results = (stdout: string): readonly Logged[] =>
    recorded(stdout)
      .filter(({ kind }) => kind === 'tool_result')
      .map(logged)

  describe('five calls in one message', () => {
    it('with ikigai run', async () => {
      simulator.enqueue('anthropic', FIVE_CALLS)
      simulator.enqueue('anthropic', textAnswer('Done.'))
      const { code, stdout } = await run('--model', MODEL, '--allow', 'file_write', '--allow', 'bash', 'Go')
      const log = recorded(stdout).filter(({ kind }) => KINDS.includes(String(kind)))
      expect({ code, log: log.map(logged) }).toEqual({ code: 0, log: fiveResults(folder) })
    })

    it('in a forked child', async () => {
      simulator.enqueue('anthropic', FIVE_CALLS)
      simulator.enqueue('anthropic', textAnswer('Done.'))
      const { stdout } = await run(
        '--model',
        MODEL,
        '--allow',
        'file_write',
        '--allow',
        'bash',
        'The goal',
        '/fork "Go"',
      )
      const forked = recorded(stdout).find(({ kind }) => kind === 'fork')
      const data = forked?.['data']
      const child = typeof data === 'object' && data !== null && 'child' in data ? data.child : null
      const log = recorded(stdout, child).filter(({ kind }) => KINDS.includes(String(kind)))
      expect(log.map(logged)).toEqual(fiveResults(folder))
    })

    it('in a pane', async () => {
      const real = await openRealEngine(simulator.environment(), {
        allowed: ['file_write', 'bash'],
        tools: (agents) =>
          unconfinedTools(agents, {
            environment: toolEnvironment(process.env, []),
            maxOutputSize: 1_048_576,
            outputDirectory: join(folder, '..', 'output'),
          }),
      })
      try {
        simulator.enqueue('anthropic', FIVE_CALLS)
        simulator.enqueue('anthropic', textAnswer('Done.'))
        const { id } = valueOf(await real.engine.local.createAgent({ model: MODEL, folder }))
        const pane = await Pane.open(real.engine, id)
        await pane.type('Go')
        const log = pane.view.events.filter(({ kind }) => KINDS.includes(kind))
        expect(log.map(logged)).toEqual(fiveResults(folder))
      } finally {
        await real.close()
      }
    })
  })

  it('that nobody allowed are refused with the words that would allow them, and nothing hangs', async () => {
    simulator.enqueue('anthropic', FIVE_CALLS)
    simulator.enqueue('anthropic', textAnswer('Done.'))
    const { code, stdout } = await run('--model', MODEL, '--allow', 'bash:echo *', 'Go')
    const words = results(stdout).map(({ content }) => String(content).split('. To permit it: ')[1])
    expect({ code, words, made: await readFile(join(folder, 'new.txt'), 'utf8').catch(() => null) }).toEqual({
      code: 0,
      words: [
        `--allow file_write, or only this call: --allow 'file_write:${folder}/new.txt'`,
        undefined,
        "--allow bash, or only this call: --allow 'bash:echo one; echo two >&2; exit 3'",
        undefined,
        undefined,
      ],
      made: null,
    })
  })

  it('and requests stop at a budget, before they are sent', async () => {
    const before = simulator.requests.length
    const { code, stdout } = await run('--model', MODEL, '--budget', '1', 'Go')
    const last = recorded(stdout).at(-1)
    const sent = simulator.requests.length - before
    expect({ code, kind: last?.['kind'], content: last?.['content'], sent }).toEqual({
      code: 1,
      kind: 'error',
      sent: 0,
      content: expect.stringMatching(
        /^0 tokens used, of a budget of 1 tokens for \w+ and its descendants; the next request is estimated at [\d,]+ tokens\.$/,
      ),
    })
  })

  it('and requests stop at a limit in dollars, before they are sent', async () => {
    const before = simulator.requests.length
    const { code, stdout } = await run('--model', MODEL, '--max-cost', '$0.00001', 'Go')
    const last = recorded(stdout).at(-1)
    expect({ code, content: last?.['content'], sent: simulator.requests.length - before }).toEqual({
      code: 1,
      content: expect.stringMatching(
        /^\$0\.00 used, of a budget of < \$0\.0001 for \w+ and its descendants; the next request is estimated at \$0\.\d+\.$/,
      ),
      sent: 0,
    })
  })

  it('say once on stderr that the limit of the run and that of the day are nearly used up', async () => {
    simulator.enqueue('anthropic', { ...textAnswer('Done.'), usage: { inputTokens: 81_000, outputTokens: 0 } })
    await mkdir(configDirectory(), { recursive: true })
    const config = join(configDirectory(), 'config.json')
    await writeFile(config, JSON.stringify({ max_cost_per_day: 0.1 }), { mode: 0o600 })
    try {
      const { code, stdout, stderr } = await run('--model', MODEL, '--max-cost', '0.1', 'Go')
      const notices = stderr.split('\n').filter((line) => line.includes(' is used.'))
      // The limit of the run first: it is known without asking the database.
      expect([code, notices, stdout.includes(' is used.')]).toEqual([
        0,
        [
          expect.stringMatching(/^81 % of the limit of \$0\.10 is used\.$/),
          // Other tests of this file have cost something too.
          expect.stringMatching(/^\d+ % of today’s limit of \$0\.10 is used\.$/),
        ],
        false,
      ])
    } finally {
      await rm(config)
    }
  })

  it('are refused with a limit that is no amount, and with two limits', async () => {
    const [none, both] = [await run('--max-cost', 'lots', 'Go'), await run('--max-cost', '1', '--budget', '5', 'Go')]
    expect([none.code, none.stderr, both.code, both.stderr]).toEqual([
      2,
      '--max-cost lots: give an amount in US dollars, such as 2.50.\n',
      2,
      '--budget and --max-cost cannot be combined. Use one of them.\n',
    ])
  })

  it('are not given the keys', async () => {
    simulator.enqueue('anthropic', { type: 'script', blocks: [call('bash', { command: 'env' })] })
    simulator.enqueue('anthropic', textAnswer('Done.'))
    const { stdout } = await run('--model', MODEL, '--allow', 'bash', 'Go')
    const [result] = results(stdout)
    expect(result?.content).toContain('PATH=')
    expect(result?.content).not.toMatch(/any-key|API_KEY|IKIGAI_/)
  })

  it('that were interrupted by a kill -9 are never run again, and the next request is whole', async () => {
    const blocks = [1, 2, 3, 4, 5].map((number) =>
      call('bash', { command: `echo ${number} >> ran${number === 1 ? '' : '; sleep 600'}` }),
    )
    simulator.enqueue('anthropic', { type: 'script', blocks })
    const running = startIkigai(
      ['run', '--json', '--model', MODEL, '--allow', 'bash', 'Go'],
      workspace.environment,
      folder,
    )
    let agent = ''
    for await (const line of running.lines) {
      const event: Record<string, unknown> = JSON.parse(line)
      agent = String(event['agent'])
      if (event['kind'] === 'tool_result') running.child.kill('SIGKILL')
    }
    await running.finished
    // What was running when ikigai was killed does not run on.
    await noProcessIn(folder)
    simulator.enqueue('anthropic', textAnswer('I see.'))
    const { stdout } = await run('--agent', agent, '--allow', 'bash', 'And now?')
    const sent: unknown = simulator.requests.at(-1)?.body
    const log = await runIkigai(['log', agent, '--json'], workspace.environment)
    expect({
      results: results(log.stdout).map(({ content }) => content),
      sent: sentResults(sent),
      answered: recorded(stdout).some(({ content }) => content === 'I see.'),
    }).toEqual({
      results: ['[exit code 0]'],
      sent: ['[exit code 0]', ...Array.from({ length: 4 }, () => 'Tool call interrupted or cancelled')],
      answered: true,
    })
    // The calls run at the same time: those that were interrupted may have written before or after the first.
    const ran = (await readFile(join(folder, 'ran'), 'utf8')).trim().split('\n')
    expect([ran.includes('1'), ran.toSorted()]).toEqual([true, [...new Set(ran)].toSorted()])
  })

  it('of servers are listed with their state, and work', async () => {
    await mkdir(configDirectory(), { recursive: true })
    const config = join(configDirectory(), 'config.json')
    const files = join(import.meta.dirname, '..', '..', 'node_modules', '@modelcontextprotocol', 'server-filesystem')
    const servers = {
      files: { command: process.execPath, args: [join(files, 'dist', 'index.js'), folder] },
      broken: { command: '/no/such/program' },
    }
    await writeFile(config, JSON.stringify({ sandbox: 'off', mcp_servers: servers }), { mode: 0o600 })
    try {
      const { code, stdout } = await runIkigai(['tools', '--json'], workspace.environment, folder)
      const list: { tools: { name: string; server: string | null }[]; servers: unknown[] } = JSON.parse(stdout)
      // One of the servers does not run.
      expect(code).toBe(1)
      expect(list.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['bash', 'files__read_text_file']))
      expect(list.servers).toMatchObject([
        { name: 'files', state: 'running' },
        { name: 'broken', state: 'waiting', message: expect.stringContaining('ENOENT') },
      ])
      await writeFile(join(folder, 'a.txt'), 'content of a')
      const reads = call('files__read_text_file', { path: join(folder, 'a.txt') })
      simulator.enqueue('anthropic', { type: 'script', blocks: [reads] })
      simulator.enqueue('anthropic', textAnswer('Done.'))
      const ran = await run('--model', MODEL, '--allow', 'files__*', 'Go')
      expect(results(ran.stdout)).toEqual([{ kind: 'tool_result', content: 'content of a', isError: false }])
    } finally {
      await rm(config)
    }
  })

  it('of servers come with resources, which are listed, printed and attached', async () => {
    await mkdir(configDirectory(), { recursive: true })
    const config = join(configDirectory(), 'config.json')
    const program = join(
      import.meta.dirname,
      '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
    )
    const servers = { every: { command: process.execPath, args: [program] } }
    await writeFile(config, JSON.stringify({ sandbox: 'off', mcp_servers: servers }), { mode: 0o600 })
    const ikigai = (...args: readonly string[]) => runIkigai(args, workspace.environment, folder)
    try {
      const listed = await ikigai('mcp', 'resources', 'every')
      const name = /^every:demo:\/\/resource\/static\/\S+\.md/m.exec(listed.stdout)?.[0] ?? ''
      expect(listed.stdout).toMatch(/^every:demo:\/\/resource\/dynamic\/text\/\{\S+ .*\(fill in the part in braces\)$/m)
      const all: unknown[] = JSON.parse((await ikigai('mcp', 'resources', '--json')).stdout)
      expect(all).toContainEqual(expect.objectContaining({ kind: 'resource', path: name }))
      const read = await ikigai('mcp', 'read', name)
      expect([read.code, read.stdout.length > 100]).toEqual([0, true])
      const unknown = await ikigai('mcp', 'read', 'nosuch:a')
      expect([unknown.code, unknown.stderr]).toEqual([
        2,
        'There is no server called nosuch. `ikigai mcp list` shows the names.\n',
      ])
      const refused = await ikigai('mcp', 'read', 'every:nosuch://a')
      expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('every refused')])
      simulator.enqueue('anthropic', textAnswer('Read.'))
      const ran = await run('--model', MODEL, `Summarize @${name}, and mail me@example.com`)
      expect(ran.code).toBe(0)
      expect(simulator.requests.at(-1)?.bodyText).toContain(JSON.stringify(read.stdout.slice(0, 60)).slice(1, -1))
    } finally {
      await rm(config)
    }
  })

  it('--allow says what is wrong with it', async () => {
    const { code, stderr } = await run('--allow', ':x', 'Go')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "--allow :x: give TOOL or TOOL:PATTERN, as bash or 'bash:git status *'.\n",
    })
    const unknown = await run('--model', MODEL, '--allow', 'nosuch', 'Go')
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('--allow nosuch: there is no such tool. Tools: ask, bash, file_edit,')
  })
})

/** The texts of the tool results in an Anthropic request, in order. */
function sentResults(body: unknown): readonly string[] {
  const texts: string[] = []
  JSON.stringify(body, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'tool_result') {
      texts.push(textOf('content' in value ? value.content : ''))
    }
    return value
  })
  return texts
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const [first]: unknown[] = Array.isArray(content) ? content : []
  return typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : ''
}
