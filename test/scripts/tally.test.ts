import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { ROOT } from '../../scripts/project.ts'
import { runTool } from '../../scripts/run-program.ts'
import { readTally, TALLY_FILE } from '../../scripts/tally.ts'

const TESTS = `
let tries = 0
test('steady', () => {})
test('unsteady', () => { tries += 1; expect(tries).toBe(2) })
test('broken', () => { expect(1).toBe(2) })
`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-tally-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a test that passes only when it is retried is counted as passed and named as flaky', async () => {
  const report = join(folder, 'tally.json')
  await writeFile(join(folder, 'some.test.mjs'), TESTS)
  const code = await runTool(
    'vitest',
    ['run', '--root', folder, '--globals', '--retry=1', `--reporter=${join(ROOT, 'scripts/vitest-tally.ts')}`],
    { environment: { ...process.env, [TALLY_FILE]: report }, stdio: 'ignore' },
  )
  expect(code).toBe(1)
  expect(await readTally(report)).toEqual({ passed: 2, failed: 1, flaky: ['unsteady'] })
})

test('a runner that ended before its tests has no results', async () => {
  expect(await readTally(join(folder, 'missing.json'))).toEqual({ passed: 0, failed: 0, flaky: [] })
})
