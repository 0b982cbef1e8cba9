import { beforeEach, expect, it } from 'vitest'

import { sessionsCommand } from '../../src/main/command-line/sessions-command.ts'

const SESSIONS = ['a1b2', 'a1c3', 'd4e5'].map((id, index) => ({
  id,
  browser: `Browser ${index}`,
  createdAt: Date.UTC(2026, 10, 20),
  lastUsedAt: Date.UTC(2026, 10, 22, 4, index),
}))

let ended: string[]
let printed: string
let said: string
beforeEach(() => {
  ended = []
  printed = ''
  said = ''
})

const run = (end: string | null, json = false) =>
  sessionsCommand(
    { list: () => Promise.resolve(SESSIONS), end: (id) => Promise.resolve(void ended.push(id)) },
    { end, json },
    { out: (text) => void (printed += text), error: (text) => void (said += text) },
  )

it('lists the browsers and when they were last used', async () => {
  expect(await run(null)).toBe(0)
  expect(printed.split('\n')[2]).toBe('d4e5  last used 2026-11-22 04:02  opened 2026-11-20 00:00  Browser 2')
})

it('lists them as JSON', async () => {
  await run(null, true)
  expect(JSON.parse(printed.split('\n')[0] ?? '')).toEqual(SESSIONS[0])
})

it.each([
  ['d', 0, ['d4e5']],
  ['all', 0, ['a1b2', 'a1c3', 'd4e5']],
  ['a1', 2, []],
  ['x', 2, []],
  ['', 2, []],
])('ends %j with exit code %i', async (end, code, expected) => {
  expect(await run(end)).toBe(code)
  expect(ended).toEqual(expected)
  expect(said).not.toBe('')
})
