import { relative } from 'node:path'

import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

import { ROOT } from './project.ts'
import { errorText, type TestProblem, writeTally } from './tally.ts'

/** Vitest reporter for `npm test`. */
export default class VitestTally implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    await writeTally({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: [
        ...tests.filter((test) => test.result().state === 'failed').map(testProblem),
        ...modules.flatMap((module) => [module, ...module.children.allSuites()].flatMap(groupProblems)),
        ...unhandled.map((error) => ({ name: 'error outside a test', file: null, error: errorText(error) })),
      ],
      flaky: tests.filter((test) => test.diagnostic()?.flaky === true).map(testProblem),
    })
  }
}

function testProblem(test: TestCase): TestProblem {
  const { errors = [] } = test.result()
  return { name: test.fullName, file: fileOf(test.module), error: errors.map(errorText).join('\n') }
}

/** Returns the errors of a file or group outside its tests, such as those of its hooks. */
function groupProblems(group: TestModule | TestSuite): readonly TestProblem[] {
  const [name, module] = group.type === 'module' ? [group.relativeModuleId, group] : [group.fullName, group.module]
  return group.errors().map((error) => ({ name, file: fileOf(module), error: errorText(error) }))
}

const fileOf = (module: TestModule) => relative(ROOT, module.moduleId)
