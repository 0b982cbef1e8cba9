import { readdir, readFile, readlink } from 'node:fs/promises'

/** The state of a listening socket in /proc/net/tcp (proc_net_tcp in the kernel's documentation). */
const LISTENS = '0A'

interface Listener {
  readonly port: number
  /** The inode of the socket. */
  readonly socket: string
}

/** Follows on which TCP ports the processes of a command listen. */
export class ListeningPorts {
  #seen = ''
  #ports: readonly number[] = []

  /** Returns the ports of these processes, ascending; none without /proc. */
  async find(pids: ReadonlySet<number>): Promise<readonly number[]> {
    const listeners = await listenersOf(pids)
    const seen = listeners.map(({ socket }) => socket).join(' ')
    // The files of all processes are read only when a socket has begun or ceased to listen.
    if (seen === this.#seen) return this.#ports
    const own = new Set<string>()
    await Promise.all([...pids].map((pid) => addSockets(pid, own)))
    const ports = listeners.filter(({ socket }) => own.has(socket)).map(({ port }) => port)
    this.#seen = seen
    this.#ports = [...new Set(ports)].toSorted((a, b) => a - b)
    return this.#ports
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
  return state === LISTENS ? [{ port: Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16), socket }] : []
}

async function addSockets(pid: number, sockets: Set<string>): Promise<void> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (const file of files) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')
    const socket = /^socket:\[(\d+)\]$/.exec(target)?.[1]
    if (socket !== undefined) sockets.add(socket)
  }
}
