import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'

import { refused, type AppError } from '../../shared/app-error.ts'
import { isThisMachine, namesHost } from '../../shared/named-hosts.ts'

/** The hosts, other than this machine, that this process may connect to; null: any. */
let named: readonly string[] | null = null
let isGuarded = false

/** Thrown, or emitted by a socket, in place of a connection to a host that `only_hosts` does not name. */
export class HostNotNamed extends Error {
  override readonly name = 'HostNotNamed'
  readonly code = 'HOST_NOT_NAMED'
}

/**
 * Limits every connection of this process to the hosts of `only_hosts`; null ends the limit. This is the one door: sockets
 * of every library pass `Socket.prototype.connect`, and requests that a proxy passes on, whose socket leads to the proxy,
 * pass the dispatcher of `fetch`. Programs are held back where they are started (`start-process.ts`).
 */
export function limitConnections(hosts: readonly string[] | null): void {
  named = hosts
  if (hosts === null) return
  guardSockets()
  guardRequests()
}

export function connectionsAreLimited(): boolean {
  return named !== null
}

/** Returns why there is no connection to a host; null: there may be one. `host`: a name, or an address. */
export function hostRefusal(host: string, port: number): string | null {
  if (named === null || isThisMachine(host) || namesHost(named, host, port)) return null
  const shown = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  return (
    `ikigai does not connect to ${shown}, because "only_hosts" in config.json does not name it. ` +
    `Add the host there, or in Settings under Addresses and proxy, if it may be reached.`
  )
}

/** Returns why a program that could connect to anything is not started; null: it is. `what`: the subject of the sentence. */
export function programRefusal(what: string): AppError | null {
  if (named === null) return null
  return refused(
    `${what} is not started, because "only_hosts" in config.json limits connections and nothing would hold it back. ` +
      `Have it run inside the sandbox, or remove "only_hosts".`,
  )
}

/** Calls requests of `fetch` to the door, also behind a dispatcher that was set since. */
export function guardRequests(): void {
  if (named === null) return
  // Reading it loads what fetch is made of, which sets the dispatcher.
  void globalThis.Headers
  const inner: unknown = Reflect.get(globalThis, DISPATCHER)
  if (inner instanceof NamedHostsDispatcher || !isDispatcher(inner)) return
  Reflect.set(globalThis, DISPATCHER, new NamedHostsDispatcher(inner))
}

/** Where Node's fetch looks for its dispatcher. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

interface Dispatcher {
  dispatch(options: { readonly origin?: string | URL }, handler: unknown): boolean
  close(...given: unknown[]): unknown
  destroy(...given: unknown[]): unknown
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'dispatch' in value && typeof value.dispatch === 'function'
}

/** A dispatcher that asks the door about every request, each redirect included. */
class NamedHostsDispatcher implements Dispatcher {
  readonly #inner: Dispatcher

  constructor(inner: Dispatcher) {
    this.#inner = inner
  }

  dispatch(options: { readonly origin?: string | URL }, handler: unknown): boolean {
    const { hostname, port, protocol } = new URL(String(options.origin))
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
    const refusal = hostRefusal(hostname, number)
    if (refusal !== null) throw new HostNotNamed(refusal)
    return this.#inner.dispatch(options, handler)
  }

  close(...given: unknown[]): unknown {
    return this.#inner.close(...given)
  }

  destroy(...given: unknown[]): unknown {
    return this.#inner.destroy(...given)
  }
}

function guardSockets(): void {
  if (isGuarded) return
  isGuarded = true
  const connect: unknown = Reflect.get(Socket.prototype, 'connect')
  if (typeof connect !== 'function') throw new Error('Sockets cannot connect')
  const guarded = function guarded(this: Socket, ...given: unknown[]): unknown {
    const target = targetOf(given)
    if (named === null || target === null) return Reflect.apply(connect, this, given)
    const refusal = hostRefusal(target.host, target.port)
    if (refusal !== null) return destroyLater(this, new HostNotNamed(refusal))
    if (isThisMachine(target.host) && target.options !== null) onlyToThisMachine(target.options)
    return Reflect.apply(connect, this, given)
  }
  Object.defineProperty(Socket.prototype, 'connect', { value: guarded, writable: true, configurable: true })
}

/** Whoever opened the socket first sets it up, as for a connection that fails by itself. */
function destroyLater(socket: Socket, error: Error): Socket {
  Reflect.set(socket, 'connecting', true)
  process.nextTick(() => socket.destroy(error))
  return socket
}

interface Target {
  readonly host: string
  readonly port: number
  /** Null: it was given as port and host. */
  readonly options: object | null
}

/** What a socket is to connect to, of all forms that `connect` takes; null: a path on this machine. */
function targetOf(given: readonly unknown[]): Target | null {
  const [first, second]: readonly unknown[] = Array.isArray(given[0]) ? given[0] : given
  if (typeof first === 'object' && first !== null) {
    // An empty path counts as none, as it does for Node.
    if ('path' in first && typeof first.path === 'string' && first.path !== '') return null
    const host = 'host' in first && typeof first.host === 'string' && first.host !== '' ? first.host : 'localhost'
    return { host, port: 'port' in first ? Number(first.port) : 0, options: first }
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null
  return { host: typeof second === 'string' ? second : 'localhost', port: Number(first), options: null }
}

/** A name of this machine must not lead elsewhere, whatever the system's look-up says. */
function onlyToThisMachine(options: object): void {
  const given: unknown = Reflect.get(options, 'lookup')
  const lookup = typeof given === 'function' ? given : systemLookup
  const vetted: LookupFunction = (name, wish, callback) => {
    Reflect.apply(lookup, null, [name, { ...wish, all: true }, answer])
    function answer(error: NodeJS.ErrnoException | null, found: readonly LookupAddress[]): void {
      if (error !== null) return callback(error, '', 0)
      const here = found.filter(({ address }) => isThisMachine(address))
      const [first] = here
      if (first === undefined) return callback(new HostNotNamed(leadsElsewhere(name)), '', 0)
      if (wish.all === true) callback(null, here)
      else callback(null, first.address, first.family)
    }
  }
  Reflect.set(options, 'lookup', vetted)
}

function leadsElsewhere(name: string): string {
  return `ikigai does not connect to ${name}: it is a name of this machine but leads to another one, and "only_hosts" in config.json limits connections.`
}
