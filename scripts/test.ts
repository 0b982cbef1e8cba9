import { NO_BROWSER } from '../test/support/find-browser.ts'
import { buildIfNeeded } from './build-app.ts'
import { browserForTests } from './install-browser.ts'
import { addTallies, NO_TESTS, type Tally } from './tally.ts'
import { END_TO_END_STEP, INTEGRATION_STEPS, runCheck, runSteps } from './test-steps.ts'

const ONE_FAILURE: Tally = { ...NO_TESTS, failed: 1 }

/** The last line is machine-readable: `N passed, N failed`. */
const { passed, failed, flaky } = addTallies([await runCheck(), ...(await withBuiltApp())])
if (flaky.length > 0) console.log(`${flaky.length} flaky: passed only when retried`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Runs the tests that start the app, which need the build, and some a browser. */
async function withBuiltApp(): Promise<readonly Tally[]> {
  if ((await buildIfNeeded()) !== 0) return [ONE_FAILURE]
  if ((await browserForTests()) !== null) return [await runSteps([...INTEGRATION_STEPS, END_TO_END_STEP])]
  console.error(NO_BROWSER)
  return [await runSteps(INTEGRATION_STEPS), ONE_FAILURE]
}
