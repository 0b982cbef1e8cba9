import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

import { packNpmPackage, stageNpmPackage } from '../../scripts/npm-package.ts'
import { findBrowser } from '../support/find-browser.ts'
import { type BenchRow, median, printRows } from './bench-result.ts'
import { PEERS } from './peer-programs.ts'
import { memoryOf, withDescendants } from './window/processes.ts'

/**
 * What ikigai, other coding agents from npm and a bare page of Chromium weigh: what npm installs, how long the program needs to
 * say its version, and which processes with which memory it has 45 s after it was started and nothing was asked of it (Linux).
 * Each is installed by npm into a folder of its own, which needs the registry. Programs of the command line run in a terminal of
 * 80 columns. `IKIGAI_BENCH_ONLY`: parts of names, with commas between them. Build first.
 */
const ROUNDS = 5
/** Connections to the database that are not used are closed after 30 s. */
const REST_MS = 45_000
const MB = 1_000_000
const OPENCODE = join('..', `opencode-${process.platform}-${process.arch}`, 'bin', 'opencode')
const run = promisify(execFile)

interface Weighed {
  readonly name: string
  /** What npm installs; null: it is installed already. */
  readonly from: string | null
  /** Prints the version. `bin`: the folder of the installed programs. */
  readonly version: (bin: string) => readonly string[]
  readonly rest: (bin: string) => readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const base = await mkdtemp(join(tmpdir(), 'ikigai-weight-'))
// Started by root, the database runs as another user.
await chmod(base, 0o755)
stageNpmPackage(join(base, 'staged'))
const tarball = packNpmPackage(join(base, 'staged'), base).file
const only = (process.env['IKIGAI_BENCH_ONLY'] ?? '').split(',')
const rows: BenchRow[] = []
for (const weighed of programs()) {
  if (!only.some((part) => weighed.name.includes(part))) continue
  try {
    rows.push(...(await weigh(weighed)))
  } catch (error) {
    process.stderr.write(`${weighed.name}: ${String(error).slice(0, 500)}\n`)
  }
}
printRows(rows, process.argv.includes('--json'))
await rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

function programs(): readonly Weighed[] {
  const browser = findBrowser() ?? ''
  const page = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', 'about:blank']
  const inTerminal = (program: string) => (bin: string) => ['script', '-qec', join(bin, program), '/dev/null']
  const peers = PEERS.map(({ name, from }) => {
    // What npm links for opencode is replaced by a script of its installation, which may not run.
    const program =
      { 'Claude Code': 'claude', Codex: 'codex', 'Gemini CLI': 'gemini', opencode: OPENCODE }[name] ?? name
    return { name, from, version: (bin: string) => [join(bin, program), '--version'], rest: inTerminal(program) }
  })
  return [
    {
      name: 'ikigai',
      from: tarball,
      version: (bin) => [join(bin, 'ikigai'), '--version'],
      rest: (bin) => [join(bin, 'ikigai'), 'serve', '--port', '0'],
      env: { IKIGAI_KEYCHAIN: 'off' },
    },
    { name: 'Chromium, empty page', from: null, version: () => [browser, '--version'], rest: () => [browser, ...page] },
    ...peers,
  ]
}

async function weigh({ name, from, version, rest, env = {} }: Weighed): Promise<readonly BenchRow[]> {
  const folder = join(base, name.replaceAll(/\W+/g, '-'))
  const [home, work] = [join(folder, 'home'), join(folder, 'work')]
  for (const path of [home, work]) await mkdir(path, { recursive: true })
  const variables = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', ...env }
  const size = from === null ? null : await install(from, folder, variables)
  const bin = join(folder, 'node_modules', '.bin')
  const start: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [program = '', ...args] = version(bin)
    const began = performance.now()
    await run(program, args, { cwd: work, env: variables, timeout: 60_000 })
    start.push(performance.now() - began)
  }
  const resting = await atRest(rest(bin), work, variables)
  return [
    ...(size === null ? [] : [{ what: `${name}: installed`, value: size / MB, unit: 'MB' }]),
    { what: `${name}: start, --version`, value: median(start), unit: 'ms' },
    { what: `${name}: processes at rest`, value: resting.processes, unit: '' },
    { what: `${name}: memory at rest, shared pages divided`, value: resting.memory, unit: 'MB' },
  ]
}

/** Bytes of the files. */
async function install(from: string, folder: string, env: Readonly<Record<string, string>>): Promise<number> {
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  const withCertificates = certificates === undefined ? env : { ...env, NODE_EXTRA_CA_CERTS: certificates }
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', from]
  await run('npm', args, { cwd: folder, env: withCertificates, timeout: 600_000 })
  const { stdout } = await run('du', ['-sb', join(folder, 'node_modules')])
  return Number.parseInt(stdout, 10)
}

async function atRest(line: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const [program = '', ...args] = line
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  const closed = new Promise((resolve) => child.once('close', resolve))
  await setTimeout(REST_MS)
  if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} while nothing was asked of it`)
  const pids = await withDescendants(child.pid ?? 0)
  const { proportional } = await memoryOf(pids)
  for (const pid of pids) if (pid !== 0) endProcess(pid)
  await closed
  // `script`, which only gives a terminal, is no part of the program.
  return { processes: pids.length - (program === 'script' ? 2 : 0), memory: proportional }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It has ended with another one.
  }
}
