import { NO_BROWSER } from '../test/support/find-browser.ts'
import { buildIfNeeded } from './build-app.ts'
import { browserForTests } from './install-browser.ts'
import { printResults } from './print-results.ts'
import { scriptArguments } from './script-arguments.ts'
import { failedStep, runCheck, runIntegration, type StepResult } from './test-steps.ts'

scriptArguments('npm test   everything of npm run check, then the tests that start the app or a browser')
printResults([...(await runCheck()), ...(await withBuiltApp())])

/** Runs the tests that start the app, which need the build, and some a browser. */
async function withBuiltApp(): Promise<readonly StepResult[]> {
  const built = await buildIfNeeded()
  if (built !== 0) return [failedStep('build', `It ended with exit code ${built}.`)]
  return runIntegration((await browserForTests()) === null ? NO_BROWSER : null)
}
