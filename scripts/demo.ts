import { buildIfNeeded } from './build-app.ts'
import { runBuilt } from './open-app.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Opens the demo, as \`ikigai demo\` does: scripted answers, a temporary database, no key.

npm run demo [-- --no-open]   --no-open: print the address only`

const { flags } = scriptArguments(USAGE, { flags: ['no-open'] })
const code = await buildIfNeeded()
process.exitCode = code === 0 ? await runBuilt('demo', ...(flags.has('no-open') ? ['--no-open'] : [])) : code
