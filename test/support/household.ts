import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { type Client, connect } from '../../client/connect.mjs'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { GIT_ENVIRONMENT } from './git-folder.ts'
import type { Simulator } from './provider-simulator/simulator.ts'
import { startSimulator } from './provider-simulator/start-simulator.ts'
import { makeWorkspace, type RunningProcess, runIkigai, startIkigai, type Workspace } from './run-ikigai.ts'

const run = promisify(execFile)

/** Long ago: reading a file changes its access time, because that is older than its last change. */
const LONG_AGO = new Date('2000-01-01T00:00:00Z')

/** A user with an account, a configuration, a provider and a folder of their own: `ikigai serve --api` on a database. */
export interface Household {
  readonly client: Client
  readonly simulator: Simulator
  readonly workspace: Workspace
  /** A git repository with a file that is not committed. */
  readonly folder: string
  /** What the programs of its configuration have written: a line per start. */
  marks(): Promise<readonly string[]>
  /** The command lines of all programs that its engine has started. */
  started(): Promise<readonly string[]>
  /** The files of the folder that were read, written, added or removed since `watch`. */
  touched(): Promise<readonly string[]>
  watch(): Promise<void>
  /** Resolves when its engine knows such an agent. */
  sees(holds: (agent: AgentSummary) => boolean): Promise<AgentSummary>
  stop(signal: NodeJS.Signals): Promise<void>
  remove(): Promise<void>
}

/** Begins a household on a database. */
export async function openHousehold(databaseUrl: string): Promise<Household> {
  const simulator = await startSimulator()
  const environment = { ...simulator.environment(), DATABASE_URL: databaseUrl }
  const workspace = await makeWorkspace(environment, { isNew: true })
  const folder = await makeFolder()
  const marksPath = join(workspace.directory, 'marks')
  await configure(workspace, marksPath)
  const { stdout: token } = await runIkigai(['tokens', 'add', 'test', '--full'], workspace.environment)
  const startsPath = join(workspace.directory, 'starts')
  const recording = { NODE_OPTIONS: `--import=${recordingStarts(startsPath)}` }
  const server = startIkigai(['serve', '--api', '--port', '0'], { ...workspace.environment, ...recording })
  const client = connect({ url: await addressOf(server), token: token.trim() })
  let before: ReadonlyMap<string, string> = new Map()
  return {
    client,
    simulator,
    workspace,
    folder,
    marks: () => linesOf(marksPath),
    started: () => linesOf(startsPath),
    async watch() {
      for (const path of await pathsIn(folder)) await utimes(path, LONG_AGO, (await stat(path)).mtime)
      before = await timesIn(folder)
    },
    async touched() {
      const now = await timesIn(folder)
      return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path))
    },
    sees: (holds) => seenBy(client, holds),
    async stop(signal) {
      server.child.kill(signal)
      await server.finished
    },
    async remove() {
      await workspace.remove()
      await rm(folder, { recursive: true })
      await simulator.close()
    },
  }
}

/** Lets Node write a line to a file for each program that it starts, in threads too. */
function recordingStarts(path: string): string {
  return `data:text/javascript,${encodeURIComponent(`
    import programs from 'node:child_process'
    import { appendFileSync } from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const record = (words) => appendFileSync(${JSON.stringify(path)}, words.flat().join(' ').replaceAll('\\n', ' ') + '\\n')
    const { spawn } = programs.ChildProcess.prototype
    programs.ChildProcess.prototype.spawn = function (options) {
      record([options.file, options.args ?? []])
      return spawn.call(this, options)
    }
    for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
      const start = programs[name]
      programs[name] = (program, ...rest) => {
        record([program, Array.isArray(rest[0]) ? rest[0] : []])
        return start(program, ...rest)
      }
    }
    syncBuiltinESMExports()`)}`
}

async function linesOf(path: string): Promise<readonly string[]> {
  return (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
}

async function seenBy(client: Client, holds: (agent: AgentSummary) => boolean): Promise<AgentSummary> {
  for await (const batch of await client.engine.subscribe()) {
    for (const item of batch) {
      const agents = item.type === 'snapshot' ? item.agents : item.type === 'agent' ? [item.agent] : []
      const found = agents.find((agent) => holds(agent))
      if (found !== undefined) return found
    }
  }
  throw new Error('The feed of the engine has ended')
}

async function addressOf(server: RunningProcess): Promise<string> {
  for await (const line of server.lines) return line.trim()
  throw new Error((await server.finished).stderr)
}

/** Programs that a turn, an editor and a server start, each of which leaves a mark. */
async function configure({ directory }: Workspace, marks: string): Promise<void> {
  const config = join(directory, 'config')
  await mkdir(config, { recursive: true })
  const program = async (name: string) => {
    const path = join(config, name)
    await writeFile(path, `#!/bin/sh\necho ${name} >> ${marks}\n`)
    await chmod(path, 0o755)
    return path
  }
  const hook = (path: string) => [{ command: [path] }]
  const settings = {
    sandbox: 'off',
    default_provider: 'anthropic',
    providers: { anthropic: { default_model: 'claude-haiku-4-5' } },
    editor: await program('editor'),
    hooks: { before_tool: hook(await program('before_tool')), turn_end: hook(await program('turn_end')) },
  }
  await writeFile(join(config, 'config.json'), JSON.stringify(settings), { mode: 0o600 })
}

async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-household-')))
  const git = (...args: readonly string[]) => run('git', ['-C', folder, ...args], { env: GIT_ENVIRONMENT })
  await git('init', '-q')
  for (const name of ['AGENTS.md', 'notes.txt', '.env']) await writeFile(join(folder, name), `${name}\n`)
  await git('add', 'notes.txt', 'AGENTS.md')
  await git('-c', 'user.name=n', '-c', 'user.email=e@example.org', 'commit', '-q', '-m', 'Begin')
  return folder
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** When each file was last read and changed. Folders are left out: this looks into them itself. */
async function timesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>()
  for (const path of await pathsIn(folder)) {
    const { atimeMs, mtimeMs, size } = await stat(path)
    times.set(path.slice(folder.length + 1), `${atimeMs} ${mtimeMs} ${size}`)
  }
  return times
}
