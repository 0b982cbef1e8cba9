import { expect, test } from '@playwright/test'

import { canTrace, traceDay } from '../support/traced-day.ts'

interface Printed {
  /** What the window showed, and what its model was told. */
  readonly shown: Readonly<Record<string, string>>
  /** The hosts of all that the window asked for. */
  readonly asked: readonly string[]
  /** The window's own host. */
  readonly origin: string
}

test.skip(!canTrace, 'connections cannot be listed here: that needs unshare, ip and strace with their rights')
test.setTimeout(300_000)

test('a day in the window connects to the named host only, and says which others were refused', async () => {
  const { connections, printed } = await traceDay<Printed>('limited-window.ts', ['10.77.0.1'])
  const { shown, asked, origin } = printed
  expect(connections).not.toEqual([])
  expect(connections.filter((each) => !each.startsWith('10.77.0.1:'))).toEqual([])
  expect(asked).toEqual([origin])
  expect(shown['policy']).toContain("default-src 'none'")
  expect(shown['policy']).toContain("connect-src 'self'")
  for (const told of [
    'does not connect to 203.0.113.2:80',
    'does not connect to elsewhere.invalid:443',
    'The note of the named host.',
    'A command outside the sandbox is not started',
  ])
    expect(shown['tools']).toContain(told)
  expect(shown['compared']).toBe('2')
  expect(shown['help']).toContain('Recently answered')
  expect(shown['renew']).toContain('does not connect to 203.0.113.5:443')
  expect(shown['update']).toContain('could not be read')
})

test('the list has the others where no host is named', async () => {
  const { connections, printed } = await traceDay<Printed>('limited-window.ts', [])
  const others = ['203.0.113.2:443', '203.0.113.4:443', '203.0.113.5:443']
  expect(connections).toEqual(expect.arrayContaining(others))
  expect(printed.asked).toEqual([printed.origin])
})
