import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, test } from 'vitest'

import { type ModelFlags, modelWish } from '../../src/main/command-line/model-flags.ts'
import { refusalOf, valueOf } from '../support/drive-agent.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-flags-'))
})

afterAll(() => rm(directory, { recursive: true }))

test('reads the flags that were given, and no others', () => {
  expect(valueOf(modelWish({}))).toEqual({ effort: undefined, options: {} })
  const flags = { effort: 'medium', verbosity: 'low', tier: 'flex', temperature: '0', maxOutput: '2000' }
  expect(valueOf(modelWish({ ...flags, webSearch: true, codeExecution: false }))).toEqual({
    effort: 'med',
    options: {
      verbosity: 'low',
      service_tier: 'flex',
      temperature: 0,
      max_output_tokens: 2_000,
      web_search: true,
      code_execution: false,
    },
  })
})

test('reads a schema from its file', async () => {
  const file = join(directory, 'schema.json')
  await writeFile(file, '{"type":"object"}')
  expect(valueOf(modelWish({ schema: file })).options).toEqual({ schema: { type: 'object' } })
  await writeFile(file, '[]')
  expect(refusalOf(modelWish({ schema: file }))).toContain('does not contain a JSON object')
  await writeFile(file, '{')
  expect(refusalOf(modelWish({ schema: file }))).toContain('is not JSON')
  expect(refusalOf(modelWish({ schema: join(directory, 'none.json') }))).toContain('cannot be read')
})

it.each<readonly [ModelFlags, string]>([
  [{ effort: 'ultra' }, '--effort ultra: give none, low, med, high, xhigh, max.'],
  [{ effort: 'high', model: 'gpt-6-sol/low' }, '--effort and a level in --model gpt-6-sol/low cannot be combined.'],
  [{ verbosity: 'loud' }, '--verbosity loud: give low, medium, high.'],
  [{ tier: 'gold' }, '--tier gold: give standard, flex, priority.'],
  [{ temperature: '3' }, '--temperature 3: give a number from 0 to 2.'],
  [{ temperature: '' }, '--temperature : give a number from 0 to 2.'],
  [{ maxOutput: '1.5' }, '--max-output 1.5: give a number of tokens.'],
])('refuses %j', (flags, message) => {
  expect(refusalOf(modelWish(flags))).toContain(message)
})
