import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it, vi } from 'vitest'

import { untyped } from '../support/untyped.ts'

vi.setConfig({ testTimeout: 600_000 })

const DAY = join(import.meta.dirname, '..', 'support', 'limited-day.ts')

/** Every address is this machine's own, so that a connection to any is made or refused at once. */
const NETWORK = 'ip link set lo up && ip addr add 10.77.0.1/32 dev lo && ip route add local 0.0.0.0/0 dev lo'

const folder = mkdtempSync(join(tmpdir(), 'ikigai-connections-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const canTrace =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-n', '--', 'sh', '-c', `${NETWORK} && strace -f -o /dev/null true`]).status === 0

interface Day {
  /** Addresses of other machines to which something was sent, or that were tried, with their ports; each once. */
  readonly connections: readonly string[]
  /** What each command wrote. */
  readonly written: Readonly<Record<string, string>>
}

/** Lives the day in a network of its own, and lists what left it. */
function live(hosts: readonly string[]): Day {
  const log = join(folder, 'connections')
  const trace = `strace -f -qq -e trace=connect,sendto,sendmsg -o ${log} ${process.execPath} ${DAY} ${hosts.join(' ')}`
  const { stdout, stderr } = spawnSync('unshare', ['-n', '--', 'sh', '-c', `${NETWORK} && exec ${trace}`], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  const line = stdout.trim().split('\n').at(-1) ?? ''
  if (!line.startsWith('{')) throw new Error(`${stdout}\n${stderr}`)
  return { connections: connectionsOf(readFileSync(log, 'utf8')), written: untyped(JSON.parse(line)) }
}

/** What a sandbox without a network refuses is no connection. */
const NO_WAY = /= -1 (ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)/

function connectionsOf(trace: string): readonly string[] {
  const found = trace.split('\n').flatMap((line) => {
    const address = /sin_addr=inet_addr\("([\d.]+)"\)|inet_pton\(AF_INET6, "([\da-f:.]+)"/.exec(line)
    const port = /sin6?_port=htons\((\d+)\)/.exec(line)?.[1] ?? '?'
    const host = address?.[1] ?? address?.[2]
    if (host === undefined || NO_WAY.test(line) || /^127\.|^::1$|^::ffff:127\./.test(host)) return []
    return [`${host}:${port}`]
  })
  return [...new Set(found)].toSorted()
}

describe.skipIf(!canTrace)('a day in a network namespace', () => {
  it('connects to the named host only, and says which others were refused', () => {
    const { connections, written } = live(['10.77.0.1'])
    expect(connections.filter((each) => !each.startsWith('10.77.0.1:'))).toEqual([])
    expect(connections).not.toEqual([])
    expect(written['doctor']).toContain('only to 10.77.0.1 and this machine')
    expect(written['first']).toContain('Hello.')
    expect(written['tools']).toContain('Done.')
    expect(written['tools']).toContain('does not connect to 203.0.113.2:80')
    expect(written['tools']).toContain('does not connect to elsewhere.invalid:443')
    expect(written['tools']).toContain('A command outside the sandbox is not started')
    expect(written['other']).toContain('does not connect to 203.0.113.2:80')
    expect(written['proxy']).toContain('does not connect to 203.0.113.6:3128')
    expect(written['renew']).toContain('does not connect to 203.0.113.5:443')
    expect(written['update']).toContain('does not connect to 203.0.113.4:443')
    expect(written['search']).toContain('Hello')
  })

  it('would list the others without the limit', () => {
    const { connections } = live([])
    const others = ['203.0.113.2:80', '203.0.113.4:443', '203.0.113.5:443', '203.0.113.6:3128']
    expect(connections).toEqual(expect.arrayContaining(others))
  })
})
