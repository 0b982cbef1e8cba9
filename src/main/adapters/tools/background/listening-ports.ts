import { readdir, readFile, readlink } from 'node:fs/promises'

import type { LoopbackPlace } from '../sandbox/port-program.ts'

/** The state of a listening socket in /proc/net/tcp (proc_net_tcp in the kernel's documentation). */
const LISTENS = '0A'

interface Listener {
  readonly port: number
  /** The loopback address at which it is reached; null: at none. */
  readonly host: string | null
  /** The inode of the socket. */
  readonly socket: string
}

/** Follows on which TCP ports the processes of a command listen. */
export class ListeningPorts {
  #seen = ''
  #own: readonly Listener[] = []

  /** Returns the ports of these processes, ascending; none without /proc. */
  async find(pids: ReadonlySet<number>): Promise<readonly number[]> {
    const own = await this.#find(pids)
    return [...new Set(own.map(({ port }) => port))].toSorted((a, b) => a - b)
  }

  /** Returns where these processes are reached at a port, and by which socket; null: none of them listens there now. */
  async placeOf(
    port: number,
    pids: ReadonlySet<number>,
  ): Promise<(LoopbackPlace & { readonly socket: string }) | null> {
    for (const { host, socket, ...listener } of await this.#find(pids)) {
      if (listener.port === port && host !== null) return { host, port, socket }
    }
    return null
  }

  async #find(pids: ReadonlySet<number>): Promise<readonly Listener[]> {
    const listeners = await listenersOf(pids)
    const seen = listeners.map(({ socket }) => socket).join(' ')
    // The files of all processes are read only when a socket has begun or ceased to listen.
    if (seen === this.#seen) return this.#own
    const sockets = new Set<string>()
    await Promise.all([...pids].map((pid) => addSockets(pid, sockets)))
    this.#seen = seen
    this.#own = listeners.filter(({ socket }) => sockets.has(socket))
    return this.#own
  }
}

/** Returns what listens in the networks of these processes, whoever it belongs to. */
async function listenersOf(pids: ReadonlySet<number>): Promise<readonly Listener[]> {
  const networks = new Map<string, number>()
  for (const pid of pids) networks.set(await readlink(`/proc/${pid}/ns/net`).catch(() => ''), pid)
  networks.delete('')
  const tables = [...networks.values()].flatMap((pid) => ['tcp', 'tcp6'].map((name) => `/proc/${pid}/net/${name}`))
  const texts = await Promise.all(tables.map((table) => readFile(table, 'latin1').catch(() => '')))
  return texts.flatMap((text) => text.split('\n').flatMap(listenerOf))
}

function listenerOf(line: string): readonly Listener[] {
  const [, local = '', , state, , , , , , socket = ''] = line.trim().split(/\s+/)
  if (state !== LISTENS) return []
  const [address = '', port = ''] = local.split(':')
  return [{ port: Number.parseInt(port, 16), host: loopbackHost(address), socket }]
}

/**
 * Returns the loopback address at which a socket with this local address is reached; null: at none. The address has the
 * bytes of each 32-bit word in the order of the processor, which is little-endian on all that have a sandbox.
 */
function loopbackHost(address: string): string | null {
  const bytes = (address.match(/.{8}/g) ?? []).flatMap((word) => [...Buffer.from(word, 'hex')].toReversed())
  const [last, isMapped] = [bytes.slice(-4), bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255]
  if (bytes.length === 4 || isMapped) return last.every((byte) => byte === 0) ? '127.0.0.1' : inLoopback(last)
  const isAnyOrOwn = bytes.length === 16 && bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) <= 1
  return isAnyOrOwn ? '::1' : null
}

const inLoopback = (bytes: readonly number[]): string | null => (bytes[0] === 127 ? bytes.join('.') : null)

async function addSockets(pid: number, sockets: Set<string>): Promise<void> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (const file of files) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')
    const socket = /^socket:\[(\d+)\]$/.exec(target)?.[1]
    if (socket !== undefined) sockets.add(socket)
  }
}
