import { NO_BROWSER } from '../test/support/find-browser.ts'
import { buildIfNeeded } from './build-app.ts'
import { browserForTests } from './install-browser.ts'
import { runTool } from './run-program.ts'

/** Runs the end-to-end tests on the built app: `npm run test:e2e [-- FILE…]`. */
process.exitCode = await run(process.argv.slice(2))

async function run(files: readonly string[]): Promise<number> {
  const built = await buildIfNeeded()
  if (built !== 0) return built
  // Written with a space, the option would take the files for more projects.
  if ((await browserForTests()) !== null) return runTool('playwright', ['test', '--project=browser', ...files])
  console.error(NO_BROWSER)
  return 1
}
