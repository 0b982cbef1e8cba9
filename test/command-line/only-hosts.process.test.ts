import { describe, expect, it, vi } from 'vitest'

import { canTrace, traceDay } from '../support/traced-day.ts'

vi.setConfig({ testTimeout: 600_000 })

/** What each command wrote. */
type Written = Readonly<Record<string, string>>

const live = (hosts: readonly string[]) => traceDay<Written>('limited-day.ts', hosts)

describe.skipIf(!canTrace)('a day in a network namespace', () => {
  it('connects to the named host only, and says which others were refused', async () => {
    const { connections, printed: written } = await live(['10.77.0.1'])
    expect(connections.filter((each) => !each.startsWith('10.77.0.1:'))).toEqual([])
    expect(connections).not.toEqual([])
    expect(written['doctor']).toContain('only to 10.77.0.1 and this machine')
    expect(written['first']).toContain('Hello.')
    expect(written['tools']).toContain('Done.')
    expect(written['tools']).toContain('→ notes__read')
    expect(written['tools']).not.toContain('✗ notes__read')
    expect(written['tools']).toContain('does not connect to 203.0.113.2:80')
    expect(written['tools']).toContain('does not connect to elsewhere.invalid:443')
    expect(written['tools']).toContain('A command outside the sandbox is not started')
    expect(written['other']).toContain('does not connect to 203.0.113.2:80')
    expect(written['proxy']).toContain('does not connect to 203.0.113.6:3128')
    expect(written['renew']).toContain('does not connect to 203.0.113.5:443')
    expect(written['update']).toContain('does not connect to 203.0.113.4:443')
    expect(written['search']).toContain('Hello')
  })

  it('would list the others without the limit', async () => {
    const { connections } = await live([])
    const others = ['203.0.113.2:80', '203.0.113.4:443', '203.0.113.5:443', '203.0.113.6:3128']
    expect(connections).toEqual(expect.arrayContaining(others))
  })
})
