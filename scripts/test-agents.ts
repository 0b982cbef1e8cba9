import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { KNOWN_AGENTS } from '../src/shared/outside-agent.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Holds conversations with the real outside agents, whose models are simulated (test/outside-agents/real-agents.ts).
They are installed into a cache folder, at the versions that the window offers and without their install scripts: about
1.3 GB.

npm run test:agents [-- NAME…]       NAME: claude, codex, gemini, opencode
npm run test:agents -- --sessions    imports the sessions that they write (test/outside-agents/import-sessions.ts): 16 of each`

const { flags, positionals: named } = scriptArguments(USAGE, { flags: ['sessions'], positionals: Infinity })
const FOLDER = join(ROOT, 'node_modules', '.cache', 'outside-agents')
const PACKAGES = Object.values(KNOWN_AGENTS).flatMap(({ args }) => args.filter((arg) => /@\d/.test(arg)))

const wanted = PACKAGES.map((name) => join(FOLDER, 'node_modules', name.replace(/@[\d.]+$/, '')))
if (!wanted.every((path) => existsSync(path))) await install()
const program = join(ROOT, 'test', 'outside-agents', flags.has('sessions') ? 'import-sessions.ts' : 'real-agents.ts')
const run = await runProgram(process.execPath, [program, FOLDER, ...named])
process.exitCode = run

async function install(): Promise<void> {
  const args = ['install', '--prefix', FOLDER, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES]
  if ((await runProgram('npm', args)) !== 0) throw new Error('The agents could not be installed. Check the connection.')
}
