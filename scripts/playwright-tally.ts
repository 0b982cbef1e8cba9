import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'

import { writeTally } from './tally.ts'

/** Playwright reporter for `npm test`. */
export default class PlaywrightTally implements Reporter {
  #suite: Suite | null = null

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  async onEnd(): Promise<void> {
    const tests = this.#suite?.allTests() ?? []
    const flaky = tests.filter((test) => test.outcome() === 'flaky')
    await writeTally({
      passed: tests.filter((test) => test.outcome() === 'expected').length + flaky.length,
      failed: tests.filter((test) => test.outcome() === 'unexpected').length,
      flaky: flaky.map((test) => test.titlePath().filter(Boolean).join(' > ')),
    })
  }
}
