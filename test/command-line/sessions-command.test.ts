import { beforeEach, expect, it } from 'vitest'

import { sessionsCommand } from '../../src/main/command-line/sessions-command.ts'

const SESSIONS = ['a1b2', 'a1c3', 'd4e5'].map((id, index) => ({
  id,
  browser: `Browser ${index}`,
  createdAt: Date.UTC(2026, 10, 20),
  lastUsedAt: Date.UTC(2026, 10, 22, 4, index),
}))

let ended: string[]
let printed = ''
let said = ''
beforeEach(() => {
  ended = []
  printed = ''
  said = ''
})

const CODES = [{ code: '042042', description: 'start the program x', until: Date.UTC(2026, 10, 22, 4, 5) }]

const run = (end: string | null, json = false, codes: readonly (typeof CODES)[number][] | null = null) =>
  sessionsCommand(
    {
      list: () => Promise.resolve(SESSIONS),
      end: (id) => Promise.resolve(void ended.push(id)),
      codes: () => Promise.resolve(codes ?? []),
    },
    { end, codes: codes !== null, json },
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

it('shows the codes that windows wait for, and what each confirms', async () => {
  expect(await run(null, false, CODES)).toBe(0)
  expect(printed).toBe('042042  until 2026-11-22 04:05  to start the program x\n')
})

it('shows them as JSON', async () => {
  await run(null, true, CODES)
  expect(JSON.parse(printed)).toEqual(CODES[0])
})

it('says that no window waits for one', async () => {
  expect(await run(null, false, [])).toBe(0)
  expect([printed, said]).toEqual(['', 'No window waits for a code.\n'])
})
