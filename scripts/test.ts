import { NO_BROWSER } from '../test/support/find-browser.ts'
import { buildIfNeeded } from './build-app.ts'
import { browserForTests } from './install-browser.ts'
import { printResults } from './print-results.ts'
import { END_TO_END_STEP, failedStep, INTEGRATION_STEPS, runCheck, runSteps, type StepResult } from './test-steps.ts'

printResults([...(await runCheck()), ...(await withBuiltApp())])

/** Runs the tests that start the app, which need the build, and some a browser. */
async function withBuiltApp(): Promise<readonly StepResult[]> {
  const built = await buildIfNeeded()
  if (built !== 0) return [failedStep('build', `It ended with exit code ${built}.`)]
  if ((await browserForTests()) !== null) return runSteps([...INTEGRATION_STEPS, END_TO_END_STEP])
  return [...(await runSteps(INTEGRATION_STEPS)), failedStep(END_TO_END_STEP.name, NO_BROWSER)]
}
