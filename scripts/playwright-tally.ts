import { relative } from 'node:path'

import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'

import { ROOT } from './project.ts'
import { errorText, type TestProblem, writeTally } from './tally.ts'

/** Playwright reporter for `npm test`. */
export default class PlaywrightTally implements Reporter {
  #suite: Suite | null = null
  readonly #errors: TestError[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  onError(error: TestError): void {
    this.#errors.push(error)
  }

  async onEnd(): Promise<void> {
    const tests = this.#suite?.allTests() ?? []
    const flaky = tests.filter((test) => test.outcome() === 'flaky')
    await writeTally({
      passed: tests.filter((test) => test.outcome() === 'expected').length + flaky.length,
      failed: [
        ...tests.filter((test) => test.outcome() === 'unexpected').map(testProblem),
        ...this.#errors.map((error) => ({ name: 'error outside a test', file: null, error: errorText(error) })),
      ],
      flaky: flaky.map(testProblem),
    })
  }
}

function testProblem(test: TestCase): TestProblem {
  const errors = test.results.find((result) => result.errors.length > 0)?.errors ?? []
  return {
    name: test.titlePath().filter(Boolean).join(' > '),
    file: relative(ROOT, test.location.file),
    error: errors.map(errorText).join('\n'),
  }
}
