import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Runs the official MCP conformance suite against our client and prints which scenarios passed.

npm run test:conformance [-- TEXT]   TEXT: only the scenarios with this text in their names, such as auth/`

/** Installed at this version into a cache folder, without its install scripts. The client: test/conformance/mcp-client.ts */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']
const FOLDER = join(ROOT, 'node_modules', '.cache', SUITE.replaceAll('/', '-'))
const PROGRAM = join(FOLDER, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
const CLIENT = `"${process.execPath}" "${join(ROOT, 'test', 'conformance', 'mcp-client.ts')}"`
const AT_ONCE = 2

interface Run {
  readonly scenario: string
  readonly version: string
}

const [wanted = ''] = scriptArguments(USAGE, { positionals: 1 }).positionals
if (!existsSync(PROGRAM)) await install()
const runs = (await scenarios()).filter(({ scenario }) => scenario.includes(wanted))
const results = new Map<string, string>()
const waiting = [...runs]
await Promise.all(Array.from({ length: AT_ONCE }, worker))
printTable()

async function install(): Promise<void> {
  const args = ['install', '--prefix', FOLDER, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', SUITE]
  const code = await runProgram('npm', args)
  if (code !== 0) throw new Error(`${SUITE} could not be installed. Check the connection to the registry.`)
}

/** Returns each scenario for clients with each version that it is for; not those of optional extensions. */
async function scenarios(): Promise<readonly Run[]> {
  const { output } = await suite(['list', '--client'])
  const lines = [...output.matchAll(/^ +- (?<scenario>\S+) \[(?<versions>[^\]]*)\]$/gm)]
  return lines.flatMap(({ groups: { scenario = '', versions = '' } = {} }) =>
    VERSIONS.filter((version) => versions.split(',').includes(version)).map((version) => ({ scenario, version })),
  )
}

async function worker(): Promise<void> {
  for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
    const { scenario, version } = run
    const args = ['client', '--command', CLIENT, '--scenario', scenario, '--spec-version', version]
    const { code, output } = await suite(args)
    const passed = code === 0 && !/\bWarnings?: [1-9]|\b[1-9]\d* warnings?\b/i.test(output)
    results.set(keyOf(run), passed ? 'pass' : 'FAIL')
    if (passed) continue
    process.exitCode = 1
    console.log(`\n${scenario} ${version}\n${output.trim()}`)
  }
}

async function suite(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  let output = ''
  const code = await runProgram(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => (output += text),
  })
  return { code, output }
}

function printTable(): void {
  const names = [...new Set(runs.map(({ scenario }) => scenario))]
  const width = Math.max(...names.map((name) => name.length))
  console.log(`\n${'scenario'.padEnd(width)}  ${VERSIONS.join('  ')}`)
  for (const scenario of names) {
    const cells = VERSIONS.map((version) => (results.get(keyOf({ scenario, version })) ?? '-').padEnd(10))
    console.log(`${scenario.padEnd(width)}  ${cells.join('  ').trimEnd()}`)
  }
  for (const version of VERSIONS) {
    const ofVersion = runs.filter((run) => run.version === version).map((run) => results.get(keyOf(run)))
    if (ofVersion.length === 0) continue
    console.log(`${version}: ${ofVersion.filter((result) => result === 'pass').length} of ${ofVersion.length} passed`)
  }
}

function keyOf({ scenario, version }: Run): string {
  return `${scenario} ${version}`
}
