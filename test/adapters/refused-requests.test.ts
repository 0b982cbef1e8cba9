import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createRefusedRequests } from '../../src/main/adapters/refused-requests.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'

const REQUEST = {
  provider: 'openai',
  model: 'gpt-5.5',
  refusal: 'No.',
  requestId: null,
  body: { a: 1 },
  plainBody: { a: 2 },
  plainOutcome: 'answered',
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refused-requests-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('keeps the newest twenty requests in files that only their owner can read', async () => {
  const place = join(folder, 'refused')
  const keep = createRefusedRequests(place, createRecordingLogger())
  const first = await keep(REQUEST)
  expect(JSON.parse(readFileSync(first ?? '', 'utf8'))).toMatchObject(REQUEST)
  expect(statSync(first ?? '').mode & 0o077).toBe(0)
  for (let n = 10; n < 40; n += 1) writeFileSync(join(place, `2020-01-${n}-openai.json`), '{}')
  const last = await keep(REQUEST)
  const names = readdirSync(place)
  expect(names).toHaveLength(20)
  expect(names.map((name) => join(place, name))).toContain(last)
})

it('says in the log that a request could not be kept', async () => {
  writeFileSync(join(folder, 'file'), '')
  const logger = createRecordingLogger()
  expect(await createRefusedRequests(join(folder, 'file'), logger)(REQUEST)).toBeNull()
  expect(logger.lines).toEqual([['warn', expect.stringMatching(/^A refused request could not be kept: /)]])
})
