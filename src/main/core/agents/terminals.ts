import type { AgentId } from '../../../shared/ids.ts'
import { DONE, refuse, type Result } from '../../../shared/result.ts'
import type { TerminalItem, TerminalSize } from '../../../shared/terminal.ts'
import { TerminalFeed } from '../events/terminal-feed.ts'
import type { RunningTerminal, StartTerminal } from '../ports/terminal-ports.ts'
import type { FolderOf } from '../ports/tool-ports.ts'
import type { AgentRegistry } from './agent-registry.ts'

/** Most terminals that run at the same time. */
const MAX_TERMINALS = 32
/** How much of a terminal's output is kept for windows that open later, UTF-16 units. */
const MAX_SCROLLBACK = 200_000

const NO_TERMINAL = 'This agent has no open terminal. Open one first.'
const NOT_HERE = 'There are no terminals in this process. Open the window.'

interface Session {
  readonly feeds: Map<number, TerminalFeed>
  scrollback: string
  /** Null until it has started. */
  terminal: RunningTerminal | null
  /** Resolves when it runs, or with why it does not. */
  started: Promise<Result<null>>
  /** Resolves when the shell has ended. */
  readonly ended: PromiseWithResolvers<void>
}

/** The user's shells in the folders of agents, at most one per agent. Other engines do not see them. */
export class Terminals {
  /** Undefined: there are no terminals. */
  readonly #startTerminal: StartTerminal | undefined
  readonly #folderOf: FolderOf
  readonly #registry: AgentRegistry
  readonly #sessions = new Map<AgentId, Session>()
  #readers = 0
  #isClosed = false

  constructor(startTerminal: StartTerminal | undefined, folderOf: FolderOf, registry: AgentRegistry) {
    this.#startTerminal = startTerminal
    this.#folderOf = folderOf
    this.#registry = registry
  }

  /** Starts the user's shell in the agent's folder. One that runs is kept. */
  open(agentId: AgentId, size: TerminalSize): Promise<Result<null>> {
    const known = this.#sessions.get(agentId)
    if (known !== undefined) return known.started
    const refusal = this.#refusal(agentId)
    if (refusal !== null) return Promise.resolve(refuse(refusal))
    const session: Session = {
      feeds: new Map(),
      scrollback: '',
      terminal: null,
      started: Promise.resolve(DONE),
      ended: Promise.withResolvers(),
    }
    this.#sessions.set(agentId, session)
    session.started = this.#start(agentId, session, size)
    return session.started
  }

  #refusal(agentId: AgentId): string | null {
    const agent = this.#registry.tree.get(agentId)
    if (agent === undefined) return `No agent: ${agentId}`
    if (agent.status === 'killed') return 'This agent was killed. Open a terminal of another one.'
    if (this.#isClosed) return 'ikigai is ending, so nothing is started.'
    return this.#sessions.size < MAX_TERMINALS ? null : `There are ${MAX_TERMINALS} terminals. Close one first.`
  }

  async #start(agentId: AgentId, session: Session, size: TerminalSize): Promise<Result<null>> {
    const folder = await this.#folderOf(agentId)
    const onText = (text: string): void => added(session, text)
    const onEnd = (code: number | null): void => this.#ended(agentId, session, code)
    const started = folder.ok
      ? ((await this.#startTerminal?.({ folder: folder.value, size, onText, onEnd })) ?? refuse(NOT_HERE))
      : folder
    if (!started.ok) {
      this.#ended(agentId, session, null)
      return started
    }
    session.terminal = started.value
    // It was closed, or its agent killed, meanwhile.
    if (this.#sessions.get(agentId) !== session) started.value.end()
    else this.#registry.setTerminal(agentId, true)
    return DONE
  }

  #ended(agentId: AgentId, session: Session, code: number | null): void {
    for (const feed of session.feeds.values()) feed.end(code)
    session.ended.resolve()
    this.#forget(agentId, session)
  }

  #forget(agentId: AgentId, session: Session): void {
    if (this.#sessions.get(agentId) !== session) return
    this.#sessions.delete(agentId)
    this.#registry.setTerminal(agentId, false)
  }

  /** Yields what the terminal shows until it ends or the signal aborts. */
  async *subscribe(agentId: AgentId, signal: AbortSignal): AsyncGenerator<readonly TerminalItem[]> {
    const session = this.#sessions.get(agentId)
    if (session === undefined || signal.aborted) return
    const reader = ++this.#readers
    const feed = new TerminalFeed(() => flow(session))
    const stop = (): void => feed.close()
    signal.addEventListener('abort', stop, { once: true })
    session.feeds.set(reader, feed)
    try {
      yield* feed.batches(reader, () => session.scrollback)
    } finally {
      signal.removeEventListener('abort', stop)
      session.feeds.delete(reader)
      flow(session)
    }
  }

  /** A reader has shown this many UTF-16 units. */
  shown(agentId: AgentId, reader: number, units: number): Result<null> {
    this.#sessions.get(agentId)?.feeds.get(reader)?.shown(units)
    return DONE
  }

  write(agentId: AgentId, text: string): Result<null> {
    return this.#on(agentId, (terminal) => terminal.write(text))
  }

  resize(agentId: AgentId, size: TerminalSize): Result<null> {
    return this.#on(agentId, (terminal) => terminal.resize(size))
  }

  /** Ends the shell; resolves when it has ended. */
  async close(agentId: AgentId): Promise<Result<null>> {
    const session = this.#sessions.get(agentId)
    if (session === undefined) return refuse(NO_TERMINAL)
    this.endOf(agentId)
    await session.ended.promise
    return DONE
  }

  /** Ends the terminal of an agent, if it has one. */
  endOf(agentId: AgentId): void {
    const session = this.#sessions.get(agentId)
    if (session === undefined) return
    this.#forget(agentId, session)
    session.terminal?.end()
  }

  /** Ends all, and resolves when they have ended. No others start. */
  async closeAll(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#sessions.keys()].map((agentId) => this.close(agentId)))
  }

  #on(agentId: AgentId, act: (terminal: RunningTerminal) => void): Result<null> {
    const terminal = this.#sessions.get(agentId)?.terminal ?? null
    if (terminal === null) return refuse(NO_TERMINAL)
    act(terminal)
    return DONE
  }
}

function added(session: Session, text: string): void {
  session.scrollback = keptEnd(session.scrollback + text)
  for (const feed of session.feeds.values()) feed.add(text)
  flow(session)
}

/** Lets the programs wait while every reader has more than it has shown. Without readers they go on. */
function flow({ feeds, terminal }: Session): void {
  const waits = feeds.size > 0 && [...feeds.values()].every(({ isFull }) => isFull)
  if (waits) terminal?.pause()
  else terminal?.resume()
}

/** Cuts at the beginning of a line, so that no escape sequence is cut in two. */
function keptEnd(text: string): string {
  if (text.length <= MAX_SCROLLBACK * 1.25) return text
  const cut = text.indexOf('\n', text.length - MAX_SCROLLBACK)
  return text.slice(cut === -1 ? -MAX_SCROLLBACK : cut + 1)
}
