import type { BackgroundCommand, AgentCommand } from '../../../../shared/agent-summary.ts'
import type { Socket } from 'node:net'

import type { AgentId } from '../../../../shared/ids.ts'
import { DONE, errorMessage, mapOk, ok, refuse, type Result } from '../../../../shared/result.ts'
import type { BackgroundWork, DenialOf } from '../../../core/ports/background-ports.ts'
import type { ReachPort } from './reach-port.ts'
import { UnreadText } from './unread-text.ts'
import { defined } from '../../../../shared/defined.ts'

/** Most commands of one agent that run, or whose end was not read. */
const MAX_COMMANDS = 16
const MAX_UNREAD = 200_000
/** Longest output that is shown to the user, UTF-16 units. */
const MAX_SHOWN = 20_000

export interface BackgroundRun {
  readonly signal: AbortSignal
  readonly onChunk: (chunk: Buffer) => void
  /** Called with the TCP ports on which it listens, ascending. */
  readonly onPorts: (ports: readonly number[]) => void
  /** Called with what connects to its ports, for as long as it runs. */
  readonly onReach: (reach: ReachPort) => void
}

/** What a command has printed since it was last read, and how it ended; null: it runs. */
export interface BackgroundState {
  readonly text: string
  readonly end: string | null
  /** The TCP ports on which it listens, ascending. */
  readonly ports: readonly number[]
}

interface BackgroundStart {
  readonly agentId: AgentId
  readonly command: string
  /** ms since the epoch. */
  readonly startedAt: number
}

/** Runs a command until it ends; resolves with how it ended, for the model. */
export type RunInBackground = (options: BackgroundRun) => Promise<string>

/** What a command needs to run, and to run again. */
export interface BackgroundProgram {
  readonly run: RunInBackground
  /** Returns what runs it again with the rights that the agent has now. REFUSED, for the user, if it must not run. */
  readonly again: (denialOf: DenialOf) => Promise<Result<RunInBackground>>
}

interface Patience {
  readonly waitMs: number
  readonly signal: AbortSignal
}

interface Entry {
  run: RunInBackground
  readonly again: BackgroundProgram['again']
  readonly unread: UnreadText
  /** The end of its output, for the user. */
  readonly last: UnreadText
  shown: BackgroundCommand
  /** Ends the newest run. */
  stop: AbortController
  /** Resolves with how the newest run ended. */
  ended: Promise<string>
  /** How the newest run ended; null: it runs, or is being restarted. */
  end: string | null
  /** Null: none of its runs can be reached now. */
  reach: ReachPort | null
  isRestarting: boolean
}

const RESTARTED = '\n[The user restarted this command.]\n'

/** The commands that agents left running in this process. */
export class BackgroundCommands implements BackgroundWork {
  readonly #agents = new Map<AgentId, Map<string, Entry>>()
  readonly #listeners = new Set<(agentId: AgentId) => void>()
  #started = 0
  #isClosed = false

  /** Starts a command and returns its id. */
  start({ agentId, command, startedAt }: BackgroundStart, program: BackgroundProgram): Result<string> {
    const own = this.#agents.get(agentId) ?? new Map<string, Entry>()
    if (this.#isClosed) return refuse('ikigai is ending, so nothing is started.')
    if (own.size >= MAX_COMMANDS) return refuse(tooMany([...own.keys()]))
    this.#agents.set(agentId, own)
    const [unread, last] = [new UnreadText(MAX_UNREAD), new UnreadText(MAX_SHOWN)]
    const id = `b${++this.#started}`
    const state = {
      stop: new AbortController(),
      ended: Promise.resolve(''),
      end: null,
      reach: null,
      isRestarting: false,
    }
    const entry: Entry = { ...program, unread, last, shown: { id, command, startedAt }, ...state }
    own.set(id, entry)
    this.#begin(agentId, entry)
    return ok(id)
  }

  #begin(agentId: AgentId, entry: Entry): void {
    const stop = new AbortController()
    const onChunk = (chunk: Buffer): void => {
      entry.unread.add(chunk)
      entry.last.add(chunk)
    }
    entry.stop = stop
    entry.end = null
    const onPorts = (ports: readonly number[]): void => this.#listens(agentId, entry, stop, ports)
    const onReach = (reach: ReachPort): void => {
      if (entry.stop === stop && entry.end === null) entry.reach = reach
    }
    entry.ended = this.#follow(agentId, entry, { signal: stop.signal, onChunk, onPorts, onReach })
    this.#changed(agentId)
  }

  /** `run`: ends the run that listens; what was seen of an earlier one does not count. */
  #listens(agentId: AgentId, entry: Entry, run: AbortController, ports: readonly number[]): void {
    const isNewest = entry.stop === run && entry.end === null && !entry.isRestarting
    if (!isNewest || ports.join() === (entry.shown.ports ?? []).join()) return
    entry.shown = withPorts(entry.shown, ports)
    this.#changed(agentId)
  }

  /** Resolves with how a run ended; never rejects. */
  async #follow(agentId: AgentId, entry: Entry, options: BackgroundRun): Promise<string> {
    let end: string
    try {
      end = await entry.run(options)
    } catch (error) {
      end = `[The command was ended by an internal error: ${errorMessage(error)}]`
    }
    entry.reach = null
    if (!entry.isRestarting) this.#hasEnded(agentId, entry, end)
    return end
  }

  #hasEnded(agentId: AgentId, entry: Entry, end: string): void {
    entry.end = end
    entry.shown = withPorts(entry.shown, [])
    this.#changed(agentId)
  }

  /**
   * Returns what a command has printed since the last time. Waits up to `waitMs` for its end, or until the signal
   * aborts. After its end was returned, the command is forgotten.
   */
  async read(agentId: AgentId, id: string, { waitMs, signal }: Patience): Promise<Result<BackgroundState>> {
    const entry = this.#agents.get(agentId)?.get(id)
    if (entry === undefined) return this.#unknown(agentId, id)
    if (entry.end === null && waitMs > 0) await endOrTimeout(entry.ended, waitMs, signal)
    if (entry.end !== null) this.#agents.get(agentId)?.delete(id)
    return ok(stateOf(entry))
  }

  /** Ends a command, and returns what it printed last. */
  async stop(agentId: AgentId, id: string): Promise<Result<BackgroundState>> {
    const entry = this.#agents.get(agentId)?.get(id)
    if (entry === undefined) return this.#unknown(agentId, id)
    await ended(entry)
    this.#agents.get(agentId)?.delete(id)
    return ok(stateOf(entry))
  }

  running(agentId: AgentId): readonly BackgroundCommand[] {
    const own = [...(this.#agents.get(agentId)?.values() ?? [])]
    return own.filter(({ end }) => end === null).map(({ shown }) => shown)
  }

  /** Those of all agents that run. */
  all(): readonly AgentCommand[] {
    return [...this.#agents.keys()].flatMap((agentId) =>
      this.running(agentId).map((command) => ({ agentId, ...command })),
    )
  }

  /** Connects to a port on which a command listens. Rejects if it does not run, or does not listen there now. */
  async connect(agentId: AgentId, id: string, port: number): Promise<Socket> {
    const entry = this.#agents.get(agentId)?.get(id)
    if (entry === undefined || entry.reach === null) throw new Error('The command does not run.')
    const { reach } = entry
    const socket = await reach(port)
    if (entry.reach === reach && this.#agents.get(agentId)?.get(id) === entry) return socket
    socket.destroy()
    throw new Error('The command does not run.')
  }

  onChange(listener: (agentId: AgentId) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  output(agentId: AgentId, id: string): Result<string> {
    const entry = this.#agents.get(agentId)?.get(id)
    return entry === undefined ? this.#unknown(agentId, id) : ok(entry.last.look())
  }

  async end(agentId: AgentId, id: string): Promise<Result<null>> {
    const entry = this.#agents.get(agentId)?.get(id)
    if (entry === undefined) return this.#unknown(agentId, id)
    await ended(entry)
    return DONE
  }

  async restart(agentId: AgentId, id: string, denialOf: DenialOf): Promise<Result<null>> {
    const entry = this.#agents.get(agentId)?.get(id)
    if (entry === undefined) return this.#unknown(agentId, id)
    if (entry.isRestarting) return DONE
    entry.isRestarting = true
    const before = await entry.again(denialOf)
    if (!before.ok) return this.#runsOn(agentId, entry, before)
    entry.stop.abort()
    await entry.ended
    entry.shown = withPorts(entry.shown, [])
    this.#changed(agentId)
    // The rights may have changed while it ended.
    const now = await entry.again(denialOf)
    const isWanted = entry.isRestarting && !this.#isClosed && this.#agents.get(agentId)?.get(id) === entry
    if (!isWanted) return this.#runsOn(agentId, entry, refuse('The command was ended meanwhile.'))
    entry.isRestarting = false
    entry.run = now.ok ? now.value : async () => now.error.message
    for (const text of [entry.unread, entry.last]) text.add(Buffer.from(RESTARTED))
    entry.shown = { ...entry.shown, startedAt: Date.now() }
    this.#begin(agentId, entry)
    return mapOk(now, () => null)
  }

  /** Gives up a restart, also if the command has ended meanwhile by itself. */
  #runsOn<T>(agentId: AgentId, entry: Entry, refusal: T): T {
    entry.isRestarting = false
    void entry.ended.then((end) => {
      if (!entry.isRestarting && entry.end === null) this.#hasEnded(agentId, entry, end)
    })
    return refusal
  }

  endOf(agentId: AgentId): void {
    for (const { stop } of this.#agents.get(agentId)?.values() ?? []) stop.abort()
    this.#agents.delete(agentId)
    this.#changed(agentId)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const all = [...this.#agents.values()].flatMap((own) => [...own.values()])
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ ended }) => ended))
  }

  #changed(agentId: AgentId): void {
    for (const listener of this.#listeners) listener(agentId)
  }

  #unknown(agentId: AgentId, id: string) {
    const ids = [...(this.#agents.get(agentId)?.keys() ?? [])]
    const known = ids.length === 0 ? 'This agent has none.' : `There are: ${ids.join(', ')}`
    return refuse(`No background command: ${id}. ${known}`)
  }
}

function stateOf({ unread, end, shown }: Entry): BackgroundState {
  return { text: unread.take(), end, ports: shown.ports ?? [] }
}

function withPorts({ id, command, startedAt }: BackgroundCommand, ports: readonly number[]): BackgroundCommand {
  return { id, command, startedAt, ...defined({ ports: ports.length > 0 ? ports : undefined }) }
}

function tooMany(ids: readonly string[]): string {
  return `There are ${MAX_COMMANDS} background commands. Stop one, or read one that has ended: ${ids.join(', ')}`
}

/** Ends a command for good, also one that is being restarted. */
async function ended(entry: Entry): Promise<void> {
  entry.isRestarting = false
  entry.stop.abort()
  await entry.ended
}

async function endOrTimeout(end: Promise<unknown>, waitMs: number, signal: AbortSignal): Promise<void> {
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  if (waiting.aborted) return
  const over = new Promise<void>((resolve) => waiting.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([end, over])
}
