import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ROOT, type Tool } from '../../scripts/project.ts'
import { runTool } from '../../scripts/run-program.ts'
import { NO_TESTS, readTally, TALLY_FILE } from '../../scripts/tally.ts'
import { runSteps } from '../../scripts/test-steps.ts'

const VITEST_TESTS = `
let tries = 0
test('steady', () => {})
test('unsteady', () => { tries += 1; expect(tries).toBe(2) })
test('broken', () => { expect({ a: 1 }).toEqual({ a: 2 }) })
describe('a group', () => {
  beforeAll(() => { throw new Error('no database') })
  test('never run', () => {})
})
`

const PLAYWRIGHT_TESTS = `
import { expect, test } from '${join(ROOT, 'node_modules/@playwright/test/index.mjs')}'
test('steady', () => {})
test('unsteady', ({}, { retry }) => { expect(retry).toBe(1) })
test('broken', () => { expect(1, 'as many').toBe(2) })
`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-tally-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a test runner as `npm test` does, and returns what its reporter wrote. */
async function runTests(tool: Tool, args: readonly string[]) {
  const report = join(folder, 'tally.json')
  const reporter = `--reporter=${join(ROOT, `scripts/${tool}-tally.ts`)}`
  const environment = { ...process.env, [TALLY_FILE]: report }
  expect(await runTool(tool, [...args, reporter], { environment, stdio: 'ignore' })).toBe(1)
  return readTally(report)
}

test('Vitest: what failed and what passed only when retried is kept with its error', async () => {
  await writeFile(join(folder, 'some.test.mjs'), VITEST_TESTS)
  const tally = await runTests('vitest', ['run', '--root', folder, '--globals', '--retry=1'])
  const file = relative(ROOT, join(folder, 'some.test.mjs'))
  expect(tally).toMatchObject({
    passed: 2,
    failed: [
      { name: 'broken', file, error: expect.stringMatching(/deeply equal[^]*"a": 2[^]*some\.test\.mjs:5/) },
      { name: 'a group', file, error: expect.stringContaining('no database') },
    ],
    flaky: [{ name: 'unsteady', file, error: expect.stringContaining('expected 1 to be 2') }],
  })
})

test('Playwright: what failed and what passed only when retried is kept with its error', async () => {
  await writeFile(join(folder, 'some.test.mjs'), PLAYWRIGHT_TESTS)
  await writeFile(join(folder, 'playwright.config.mjs'), 'export default { retries: 1 }')
  const tally = await runTests('playwright', ['test', '--config', folder])
  const file = relative(ROOT, join(folder, 'some.test.mjs'))
  expect(tally).toMatchObject({
    passed: 2,
    failed: [{ name: 'some.test.mjs > broken', file, error: expect.stringMatching(/^Error: as many[^]*Received: 1/) }],
    flaky: [{ name: 'some.test.mjs > unsteady', file, error: expect.stringContaining('Expected: 1') }],
  })
})

test('a runner that ended before its tests has no results', async () => {
  expect(await readTally(join(folder, 'missing.json'))).toEqual(NO_TESTS)
})

test('a failed step that has no tests is one failure, with the end of its output', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const steps = [{ name: 'types', tool: 'tsc', args: ['--nosuch'] } as const]
  const [result] = await runSteps(steps, 2)
  expect(result).toMatchObject({
    step: 'types',
    tally: { passed: 0, failed: [{ name: 'the step itself', error: expect.stringMatching(/code 1\.\n[^]*nosuch/) }] },
  })
})

test.runIf(process.platform === 'linux')('the processor time of a step is that of its processes', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  await writeFile(join(folder, 'some.test.mjs'), "test('some', () => {})")
  const [first, second] = await runSteps([
    { name: 'tests', tool: 'vitest', args: ['run', '--root', folder, '--globals'] },
    { name: 'types', tool: 'tsc', args: ['--version'] },
  ])
  const ofTests = first?.time.processor ?? 0
  expect(ofTests).toBeGreaterThan(0)
  expect(second?.time.processor).toBeLessThan(ofTests)
})
