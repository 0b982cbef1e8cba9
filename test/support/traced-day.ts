import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { untyped } from './untyped.ts'

/** Every address is this machine's own, so that a connection to any is made or refused at once. */
const NETWORK = 'ip link set lo up && ip addr add 10.77.0.1/32 dev lo && ip route add local 0.0.0.0/0 dev lo'

const NODE = process.execPath

/** Whether this machine lets connections be listed in a network of their own. */
export const canTrace =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-n', '--', 'sh', '-c', `${NETWORK} && strace -D -f -o /dev/null true`]).status === 0

interface TracedDay<Printed> {
  /** Addresses of other machines to which something was sent, or that were tried, with their ports; each once. */
  readonly connections: readonly string[]
  /** The last line that the script printed. */
  readonly printed: Printed
}

/**
 * Runs a script of `test/support` in a network of its own, and lists what left the processes of `ikigai` that it starts, with
 * their databases, tools and commands.
 */
export async function traceDay<Printed>(script: string, hosts: readonly string[]): Promise<TracedDay<Printed>> {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-connections-'))
  const log = join(folder, 'connections')
  const line = [NODE, join(import.meta.dirname, script), ...hosts].join(' ')
  const env = {
    ...process.env,
    CONNECTION_LOG: log,
    IKIGAI_TEST_PROGRAM: join(import.meta.dirname, 'traced-program.ts'),
  }
  const child = spawn('unshare', ['-n', '--', 'sh', '-c', `${NETWORK} && exec ${line}`], { env })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(`${stdout}\n${stderr}`)
  const connections = connectionsOf(await readFile(log, 'utf8'))
  await rm(folder, { recursive: true, force: true })
  return { connections, printed: untyped(JSON.parse(last)) }
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
