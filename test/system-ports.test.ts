import { expect, it } from 'vitest'

import { logLine } from '../src/main/system-ports.ts'

const LINE = { level: 'warn', message: 'The keychain is off', fields: { detail: 'no service', tries: 2 } } as const

it('writes a line for a user at a terminal, and an object for a program', () => {
  expect(logLine(LINE, true)).toBe('warn: The keychain is off (detail: no service, tries: 2)')
  expect(logLine({ ...LINE, fields: {} }, true)).toBe('warn: The keychain is off')
  expect(logLine({ ...LINE, fields: { said: 'red\u001b[31m\r\nline' } }, true)).toBe(
    'warn: The keychain is off (said: red\u001b[31m line)',
  )
  expect(JSON.parse(logLine(LINE, false))).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    level: 'warn',
    message: 'The keychain is off',
    detail: 'no service',
    tries: 2,
  })
})
