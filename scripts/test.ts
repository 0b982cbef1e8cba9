import { NO_BROWSER } from '../test/support/find-browser.ts'
import { buildIfNeeded } from './build-app.ts'
import { browserForTests } from './install-browser.ts'
import { CHECK_STEPS, END_TO_END_STEP, INTEGRATION_STEPS, runSteps, type Tally } from './test-steps.ts'

const ONE_FAILURE: Tally = { passed: 0, failed: 1 }

/** The last line is for machines: `N passed, N failed`. */
const tallies = [await runSteps(CHECK_STEPS), ...(await withBuiltApp())]
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** What starts the app as a person would needs it built, and some of it a browser. */
async function withBuiltApp(): Promise<readonly Tally[]> {
  if ((await buildIfNeeded()) !== 0) return [ONE_FAILURE]
  if ((await browserForTests()) !== null) return [await runSteps([...INTEGRATION_STEPS, END_TO_END_STEP])]
  console.error(NO_BROWSER)
  return [await runSteps(INTEGRATION_STEPS), ONE_FAILURE]
}
