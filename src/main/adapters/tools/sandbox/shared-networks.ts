import { type FileHandle, open, stat } from 'node:fs/promises'

import type { SharedBy } from '../../../core/ports/sandbox-ports.ts'
import { runProcess } from '../run-process.ts'
import { PROXY_PORT } from './port-program.ts'

/** The place of one program in the network that the commands of an agent share. */
export interface NetworkPlace {
  /** Path of nsenter. */
  readonly nsenter: string
  /** The network namespace, as a file that this process holds open. */
  readonly network: string
  /** The user namespace to which the network belongs, in the same form; null: this process needs no rights of it. */
  readonly user: string | null
  /** The port of this program's proxy. */
  readonly proxyPort: number
}

/** Programs of the system. */
interface NetworkPrograms {
  readonly bubblewrap: string
  readonly bash: string
  readonly nsenter: string
}

interface OpenNetwork {
  readonly network: FileHandle
  readonly user: FileHandle
}

interface Entry {
  /** Null: it could not be made. */
  readonly opened: Promise<OpenNetwork | null>
  readonly proxyPorts: Set<number>
}

/** Proxies of more programs of one agent would share ports. An agent has 16 background commands at most. */
const MAX_PORTS = 4_000

/**
 * The networks of agents with background commands in the sandbox. A network begins with a command that outlives its
 * call, further commands of the agent join it, and it ends with the last of them. No process holds it: this process has
 * its namespaces open, and the kernel frees them with this process, however that ends.
 */
export class SharedNetworks {
  readonly #entries = new Map<string, Entry>()

  /**
   * Enters the network of an agent, and opens it for a program that `lasts`. Programs whose turns are limited by other
   * agents have another one: they could use each other's proxies. `leave` must be called when the program has ended.
   * Null: there is none, or it could not be opened; the program then gets a network of its own.
   */
  async enter(
    { agentId, limitedBy, lasts }: SharedBy,
    programs: NetworkPrograms,
  ): Promise<{ readonly place: NetworkPlace; readonly leave: () => void } | null> {
    const key = [agentId, ...limitedBy.toSorted()].join('\0')
    const entry = this.#entries.get(key) ?? (lasts ? this.#begin(key, programs) : null)
    if (entry === null) return null
    const proxyPort = freePort(entry.proxyPorts)
    entry.proxyPorts.add(proxyPort)
    const leave = (): void => {
      entry.proxyPorts.delete(proxyPort)
      if (entry.proxyPorts.size === 0) this.#end(key, entry)
    }
    const opened = await entry.opened
    if (opened === null) {
      leave()
      return null
    }
    const { network, user } = opened
    const owner = process.getuid?.() === 0 ? null : pathOf(user)
    return { place: { nsenter: programs.nsenter, network: pathOf(network), user: owner, proxyPort }, leave }
  }

  #begin(key: string, programs: NetworkPrograms): Entry {
    const entry = { opened: openNetwork(programs), proxyPorts: new Set<number>() }
    this.#entries.set(key, entry)
    return entry
  }

  #end(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
    void entry.opened.then((opened) => (opened === null ? undefined : closed(opened)))
  }
}

/** Programs with a network of their own have the first port. */
function freePort(used: ReadonlySet<number>): number {
  let port = PROXY_PORT + 1
  while (used.has(port) && port < PROXY_PORT + MAX_PORTS) port++
  return port
}

/** Other processes of this user open the same namespace by this path, which stays valid when its programs have ended. */
const pathOf = (file: FileHandle): string => `/proc/${process.pid}/fd/${file.fd}`

async function closed({ network, user }: OpenNetwork): Promise<void> {
  await Promise.all([network.close(), user.close()])
}

const TIMEOUT_MS = 20_000

/** Prints its process id, and waits until this process has opened its namespaces. */
const WAITS = 'echo "$$"; read -r _ <&3'

/**
 * Opens a network that has the loopback interface alone, and tests that programs can enter it; null: they cannot.
 * bubblewrap makes it, because it also brings the interface up. Never rejects.
 */
async function openNetwork({ bubblewrap, bash, nsenter }: NetworkPrograms): Promise<OpenNetwork | null> {
  let opened: OpenNetwork | null = null
  const done = new AbortController()
  const args = [
    '--unshare-user',
    '--unshare-net',
    '--ro-bind',
    '/',
    '/',
    '--die-with-parent',
    bash,
    '--norc',
    '-c',
    WAITS,
  ]
  await run(bubblewrap, args, done.signal, async (pid) => {
    opened = await namespacesOf(pid)
    done.abort()
    return false
  })
  if (opened === null) return null
  const { network, user }: OpenNetwork = opened
  const enters = enterArguments(pathOf(network), process.getuid?.() === 0 ? null : pathOf(user))
  const end = await run(nsenter, [...enters, bash, '--norc', '-c', 'true'], new AbortController().signal)
  if (end.type === 'exited' && end.code === 0) return opened
  await closed(opened)
  return null
}

/** Returns the arguments of nsenter before those of the program. */
export function enterArguments(network: string, user: string | null): readonly string[] {
  return [...(user === null ? [] : [`--user=${user}`, '--preserve-credentials']), `--net=${network}`, '--']
}

function run(
  command: string,
  args: readonly string[],
  signal: AbortSignal,
  onStdout: (text: string) => Promise<boolean> = () => Promise.resolve(true),
) {
  const limits = { timeoutMs: TIMEOUT_MS, maxProcesses: 16 }
  const read = (chunk: Buffer): Promise<boolean> => onStdout(chunk.toString('latin1').trim())
  return runProcess({
    command,
    args,
    cwd: '/',
    env: {},
    reaches: 'nothing',
    ...limits,
    signal,
    lifeline: true,
    onStdout: read,
  })
}

/** Null: they are this process's own, or cannot be opened. */
async function namespacesOf(pid: string): Promise<OpenNetwork | null> {
  const [network, user] = await Promise.all(
    ['net', 'user'].map((kind) => open(`/proc/${pid}/ns/${kind}`).catch(() => null)),
  )
  if (network != null && user != null) {
    const [own, theirs] = await Promise.all([stat('/proc/self/ns/net'), network.stat()])
    if (own.ino !== theirs.ino) return { network, user }
  }
  await Promise.all([network?.close(), user?.close()])
  return null
}
