import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { startProcess } from '../../start-process.ts'
import { namelessProgram } from '../nameless-program.ts'
import { connectProgram, type LoopbackPlace } from '../sandbox/port-program.ts'
import { isFilteredArch } from '../sandbox/seccomp-filter.ts'
import type { ListeningPorts } from './listening-ports.ts'

/** Connects to a port on which a command listens. Rejects if it does not, with a sentence for the user. */
export type ReachPort = (port: number) => Promise<Socket>

/** Where the connection begins: a program with arguments that starts another one in a network; empty: in this one. */
type Enter = readonly string[]

const TIMEOUT_MS = 10_000

/**
 * Returns how the ports of a command are reached that runs now. `pids`: its processes. `enter`: how its network is
 * entered; null: it cannot be entered.
 */
export function reachPort(
  listening: ListeningPorts,
  { pids, enter }: { readonly pids: () => ReadonlySet<number>; readonly enter: Enter | null },
): ReachPort {
  return async (port) => {
    if (enter === null) throw new Error('The network of the command cannot be entered.')
    const place = await listening.placeOf(port, pids())
    if (place === null) throw new Error(`The command does not listen on port ${port} now.`)
    const socket = enter.length === 0 ? await connectHere(place) : await connectInside(enter, place)
    // What uses it learns of its end in any case.
    socket.on('error', () => undefined)
    // Meanwhile another program may have taken the port.
    if ((await listening.placeOf(port, pids()))?.socket === place.socket) return socket
    socket.destroy()
    throw new Error(`The command does not listen on port ${port} now.`)
  }
}

async function connectHere({ host, port }: LoopbackPlace): Promise<Socket> {
  const socket = connect({ host, port, timeout: TIMEOUT_MS })
  socket.once('timeout', () => socket.destroy(new Error('The command does not accept the connection.')))
  await once(socket, 'connect')
  socket.setTimeout(0)
  return socket
}

/** The file descriptor of the program that connects: the one after the channel. */
const PROGRAM = 5

/**
 * Connects in another network: a program enters it, connects, and sends the socket over its channel. It reads nothing and
 * runs for a moment only, so that the network does not outlive its commands.
 */
async function connectInside([command = '', ...args]: Enter, place: LoopbackPlace): Promise<Socket> {
  const { arch } = process
  if (!isFilteredArch(arch)) throw new Error('The network of the command cannot be entered.')
  const program = await namelessProgram(connectProgram(arch, place))
  const over = new AbortController()
  try {
    const stdio = ['ignore', 'ignore', 'ignore', 'ignore', 'ipc', program.fd] as const
    const started = await startProcess(command, [...args, `/proc/self/fd/${PROGRAM}`], {
      env: {},
      stdio: [...stdio],
      reaches: 'nothing',
    })
    if (!started.ok) throw new Error(started.error.message)
    const child = started.value
    const received = new Promise<unknown>((resolve) => {
      child.once('message', (_message, handle) => resolve(handle))
      child.once('disconnect', () => resolve(null))
    })
    const timeout = wait(TIMEOUT_MS, null, { signal: over.signal }).catch(() => null)
    const socket = await Promise.race([received, timeout])
    child.kill('SIGKILL')
    if (child.connected) child.disconnect()
    if (socket instanceof Socket) return socket
    throw new Error('The command does not accept the connection.')
  } finally {
    over.abort()
    await program.close()
  }
}
