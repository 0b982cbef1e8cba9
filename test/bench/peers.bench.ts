import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { stageNpmPackage } from '../../scripts/npm-package.ts'
import { ROOT } from '../../scripts/project.ts'
import { isJsonObject, type JsonValue } from '../../src/shared/json.ts'
import type { Answer } from '../support/provider-simulator/answer.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { type BenchRow, median, printRows } from './bench-result.ts'
import { memoryOf, withDescendants } from './window/processes.ts'
import { commandCall, ikigaiPeer, type Peer, PEERS } from './peer-programs.ts'

/**
 * The same work for ikigai and other coding agents of the command line: one prompt, then 20 commands, one in an answer, from the
 * same simulator. Each round starts every program once, in a home and a folder of its own that are kept for all rounds. Ratios
 * compare values of one round; printed are their medians. In a last round, which no time comes from, the memory of each program and of
 * all that it has started is looked at while it works (Linux). The packages come from npm, or from `IKIGAI_BENCH_PEERS`, a folder
 * with `node_modules` in it; ikigai is started from its own npm package. `IKIGAI_BENCH_ONLY`: parts of names, with commas
 * between them, of the programs that are measured. Build first.
 */
const CALLS = 20
const ROUNDS = Number(process.env['IKIGAI_BENCH_ROUNDS'] ?? 5)
/** The first round fills caches and makes databases. */
const WARM_UP = 1
const LIMIT_MS = 120_000
/** What ikigai held on 27 November 2026, MB. */
const MAX_MEMORY = 147
/** Time between two looks at the memory, ms. */
const LOOK_MS = 250

interface Timing {
  /** From the start of the program to its first request, ms. */
  readonly first: number
  /** Median time from one request to the next, ms. */
  readonly call: number
  /** The most that it and its descendants held at once, MB; pages that several share are divided. Null: it was not looked at. */
  readonly memory: number | null
}

const base = await mkdtemp(join(tmpdir(), 'ikigai-peers-'))
// Started by root, the database runs as another user.
await chmod(base, 0o711)
const programs = await installedPeers()
const app = join(base, 'ikigai')
stageNpmPackage(app)
await symlink(join(ROOT, 'node_modules'), join(app, 'node_modules'))
const peers = [
  ikigaiPeer('ikigai, sandbox', app, []),
  ikigaiPeer('ikigai, no sandbox', app, ['--sandbox', 'off']),
  ...PEERS,
]
const only = (process.env['IKIGAI_BENCH_ONLY'] ?? '').split(',')
const found = peers.filter(
  ({ name, from }) => (from === null || programs !== null) && only.some((part) => name.includes(part)),
)
const timings = new Map<Peer, Timing[]>(found.map((peer) => [peer, []]))
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  for (const peer of found) {
    const timing = await timed(peer)
    if (timing === null) timings.delete(peer)
    else if (round >= WARM_UP) timings.get(peer)?.push(timing)
  }
}
const memories = new Map<Peer, number>()
for (const peer of process.platform === 'linux' ? timings.keys() : []) {
  const measured = await timed(peer, true)
  if (measured?.memory !== null && measured !== null) memories.set(peer, measured.memory)
}
printRows([...rowsOf(timings), ...memoryRows(memories)], process.argv.includes('--json'))
await rm(base, { recursive: true, force: true })

/** Null: npm cannot be reached. */
async function installedPeers(): Promise<string | null> {
  const given = process.env['IKIGAI_BENCH_PEERS']
  if (given !== undefined) return join(given, 'node_modules/.bin')
  const prefix = join(base, 'peers')
  const packages = PEERS.flatMap(({ from }) => from ?? [])
  const npm = spawn('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', ...packages], { stdio: 'ignore' })
  const [code] = await once(npm, 'close')
  if (code === 0) return join(prefix, 'node_modules/.bin')
  process.stderr.write('The packages of the other programs could not be installed, so only ikigai is measured.\n')
  return null
}

/** Null: the program did not do the work, or did not tell the model what the commands printed. */
async function timed(peer: Peer, looksAtMemory = false): Promise<Timing | null> {
  const name = peer.name.replaceAll(/\W+/g, '-')
  const [home, folder] = [join(base, name, 'home'), join(base, name, 'work')]
  for (const path of [home, folder]) await mkdir(path, { recursive: true })
  const requests: number[] = []
  const before = await linesIn(folder)
  let told = ''
  const simulator = await startSimulator({
    // What other programs send is not checked here.
    strict: false,
    remembers: false,
    answerWith: ({ body }): Answer => {
      const call = commandCall(toolNames(body['tools']), `echo ${requests.length} >> file; wc -l file`)
      if (call === null) return { type: 'script', blocks: [{ type: 'text', text: 'Done.' }] }
      if (requests.length === CALLS) told = JSON.stringify(body)
      requests.push(performance.now())
      const isLast = requests.length > CALLS
      return { type: 'script', blocks: [isLast ? { type: 'text', text: 'Done.' } : { type: 'tool_call', ...call }] }
    },
  })
  const { program, args, env } = await peer.prepare(programs ?? '', { home, folder, simulator })
  const path = process.env['PATH'] ?? ''
  const started = performance.now()
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: path, HOME: home, LANG: 'C.UTF-8', ...env },
    stdio: 'ignore',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const closed = once(child, 'close')
  const memory = looksAtMemory ? await peakMemory(child.pid ?? 0, closed) : null
  await closed
  await simulator.close()
  const lines = (await linesIn(folder)) - before
  if (requests.length !== CALLS + 1 || lines !== CALLS || !told.includes(`${before + lines} file`)) {
    process.stderr.write(`${peer.name} made ${requests.length} of ${CALLS + 1} requests and wrote ${lines} lines.\n`)
    return null
  }
  const calls = requests.slice(1).map((at, index) => at - (requests[index] ?? 0))
  return { first: (requests[0] ?? 0) - started, call: median(calls), memory }
}

/** Looks at a process and its descendants until it has ended. MB. */
async function peakMemory(pid: number, closed: Promise<unknown>): Promise<number> {
  let [peak, isOver] = [0, false]
  void closed.then(() => {
    isOver = true
  })
  while (!isOver) {
    peak = Math.max(peak, (await memoryOf(await withDescendants(pid))).proportional)
    await setTimeout(LOOK_MS)
  }
  return peak
}

/** The lines of the file that the commands write. */
async function linesIn(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'file'), 'utf8').catch(() => '')
  return text.split('\n').length - 1
}

/** Google's list has lists of tools. */
function toolNames(tools: JsonValue | undefined): readonly string[] {
  const list = Array.isArray(tools) ? tools : []
  return list.flatMap((tool) => {
    if (!isJsonObject(tool)) return []
    return typeof tool['name'] === 'string' ? [tool['name']] : toolNames(tool['functionDeclarations'])
  })
}

function rowsOf(all: ReadonlyMap<Peer, readonly Timing[]>): readonly BenchRow[] {
  const rows: BenchRow[] = []
  for (const [peer, own] of all) {
    for (const figure of ['call', 'first'] as const) {
      const rival = [...all].find(([{ name }]) => name === peer.comparedWith?.[figure])
      const ratios = own.map((timing, round) => timing[figure] / (rival?.[1][round]?.[figure] ?? Number.NaN))
      const what = `${peer.name}: ${figure === 'call' ? 'a call' : 'start to first request'}`
      const value = median(own.map((timing) => timing[figure]))
      const comparison = rival === undefined ? {} : { ratio: median(ratios), comparedWith: rival[0].name }
      rows.push({ what, value, unit: 'ms', ...comparison })
    }
  }
  return rows
}

function memoryRows(all: ReadonlyMap<Peer, number>): readonly BenchRow[] {
  return [...all].map(([{ name, from }, value]) => {
    const what = `${name}: most memory at once`
    return { what, value, unit: 'MB', ...(from === null && { goal: { atMost: MAX_MEMORY } }) }
  })
}
