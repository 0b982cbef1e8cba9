import type { Reporter, TestModule } from 'vitest/node'

import { writeTally } from './tally.ts'

/** Vitest reporter for `npm test`. */
export default class VitestTally implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    await writeTally({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: tests.filter((test) => test.result().state === 'failed').length,
      flaky: tests.filter((test) => test.diagnostic()?.flaky === true).map((test) => test.fullName),
    })
  }
}
