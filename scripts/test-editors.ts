import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments(`Lets acpx, an ACP client by others, drive \`ikigai acp\` (test/editors/real-editor.ts). It is installed at a fixed
version into a cache folder, without its install scripts: 48 MB.

npm run test:editors`)

const CLIENT = 'acpx@0.19.1'
const FOLDER = join(ROOT, 'node_modules', '.cache', CLIENT)
const PROGRAM = join(FOLDER, 'node_modules', 'acpx', 'dist', 'cli.js')

if (!existsSync(PROGRAM)) await install()
process.exitCode = await runProgram(process.execPath, [join(ROOT, 'test', 'editors', 'real-editor.ts'), PROGRAM])

async function install(): Promise<void> {
  const args = ['install', '--prefix', FOLDER, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', CLIENT]
  if ((await runProgram('npm', args)) !== 0) throw new Error('acpx could not be installed. Check the connection.')
}
