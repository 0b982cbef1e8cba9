import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { apiAnswersAreCurrent } from '../../scripts/api-answers.ts'

const MADE = 'out/api-answers.json'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ikigai-answers-'))
})
afterEach(() => rm(root, { recursive: true }))

/** Writes a file that was changed at `second`; its folders are as old as the epoch. */
async function put(path: string, second: number): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  await utimes(file, second, second)
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) await utimes(join(root, folder), 0, 0)
}

it('needs the file', async () => {
  await put('src/shared/contract.ts', 10)
  expect(apiAnswersAreCurrent(root)).toBe(false)
  await put(MADE, 20)
  expect(apiAnswersAreCurrent(root)).toBe(true)
})

it.each([
  ['src/shared/agent-summary.ts', false],
  ['src/shared/contract/agents.ts', false],
  ['scripts/answer-schemas.ts', false],
  ['scripts/answer-types.ts', false],
  ['package-lock.json', false],
  ['src/main/cli.ts', true],
  ['src/renderer/main.tsx', true],
  ['test/shared/contract.test.ts', true],
])('after a change of %s it is current: %s', async (path, isCurrent) => {
  await put(path, 10)
  await put(MADE, 20)
  expect(apiAnswersAreCurrent(root)).toBe(true)
  await put(path, 30)
  expect(apiAnswersAreCurrent(root)).toBe(isCurrent)
})

it('is not current once a source is gone', async () => {
  await put('src/shared/one.ts', 10)
  await put('src/shared/two.ts', 10)
  await put(MADE, 20)
  await rm(join(root, 'src/shared/two.ts'))
  expect(apiAnswersAreCurrent(root)).toBe(false)
})
