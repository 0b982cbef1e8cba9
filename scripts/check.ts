import { runCheck } from './test-steps.ts'

const { passed, failed } = await runCheck()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
