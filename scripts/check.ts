import { CHECK_STEPS, runSteps } from './test-steps.ts'

const { failed } = await runSteps(CHECK_STEPS)
process.exitCode = failed === 0 ? 0 : 1
