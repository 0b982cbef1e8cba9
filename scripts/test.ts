import { NO_BROWSER } from '../test/support/find-browser.ts'
import { buildIfNeeded } from './build-app.ts'
import { browserForTests } from './install-browser.ts'
import { CHECK_STEPS, END_TO_END_STEP, INTEGRATION_STEPS, runSteps, type Tally } from './test-steps.ts'

/** The last line is for machines: `N passed, N failed`. */
const here = await runSteps([...CHECK_STEPS, ...INTEGRATION_STEPS])
const inBrowser = await endToEnd()
const passed = here.passed + inBrowser.passed
const failed = here.failed + inBrowser.failed
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function endToEnd(): Promise<Tally> {
  if ((await buildIfNeeded()) !== 0) return { passed: 0, failed: 1 }
  if ((await browserForTests()) !== null) return runSteps([END_TO_END_STEP])
  console.error(NO_BROWSER)
  return { passed: 0, failed: 1 }
}
