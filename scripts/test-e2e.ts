import { NO_BROWSER } from '../test/support/find-browser.ts'
import { buildIfNeeded } from './build-app.ts'
import { browserForTests } from './install-browser.ts'
import { runTool } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Runs the end-to-end tests on the built app.

npm run test:e2e [-- FILE…] [--grep TEXT] [--headed]`

const { flags, values, positionals } = scriptArguments(USAGE, {
  flags: ['headed'],
  values: ['grep'],
  positionals: Infinity,
})
const grep = values.get('grep')
process.exitCode = await run([
  ...(flags.has('headed') ? ['--headed'] : []),
  ...(grep === undefined ? [] : [`--grep=${grep}`]),
  ...positionals,
])

async function run(given: readonly string[]): Promise<number> {
  const built = await buildIfNeeded()
  if (built !== 0) return built
  // Written with a space, the option would take the files for more projects.
  if ((await browserForTests()) !== null) return runTool('playwright', ['test', '--project=browser', ...given])
  console.error(NO_BROWSER)
  return 1
}
