import { AsyncLocalStorage } from 'node:async_hooks'
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'

import type { AskForServer } from '../../../core/ports/tool-ports.ts'

/** A call that a server runs. */
export interface ServerCall {
  /** The tool's name at the server. */
  readonly tool: string
  /** Receives progress and log messages. */
  readonly show: (text: string) => void
  readonly ask: AskForServer
  readonly limits: CallLimits
  readonly signal: AbortSignal
}

/** The calls that a server runs now, and which of them its messages belong to. */
export class RunningCalls {
  readonly #calls = new Map<ServerCall, Promise<unknown>>()
  readonly #current = new AsyncLocalStorage<ServerCall>()

  async run<T>(call: ServerCall, act: () => Promise<T>): Promise<T> {
    const running = this.#current.run(call, act)
    this.#calls.set(call, running)
    try {
      return await running
    } finally {
      this.#calls.delete(call)
    }
  }

  /** Resolves when all calls that run now have ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#calls.values())
  }

  /** A log message does not name its call, so every call shows it. */
  show(text: string): void {
    for (const call of this.#calls.keys()) call.show(text)
  }

  /**
   * Returns the call that a question belongs to, with its tool's name. A local program that runs several calls does not
   * say which one asks: then it is the newest, with the names of all. Null: no call runs.
   */
  asking(): { readonly call: ServerCall; readonly tool: string } | null {
    const current = this.#current.getStore()
    if (current !== undefined && this.#calls.has(current)) return { call: current, tool: current.tool }
    const calls = [...this.#calls.keys()]
    const call = calls.at(-1)
    const names = [...new Set(calls.map(({ tool }) => tool))]
    return call === undefined ? null : { call, tool: names.join(' or ') }
  }
}

/** Longest call without the time in which its server waits for the user, ms. */
const MAX_CALL_MS = 3_600_000

/** Ends a call that is silent for too long or takes too long. Time in which a question is open does not count. */
export class CallLimits {
  readonly #silenceMs: number
  readonly #ended = new AbortController()
  #silence: NodeJS.Timeout | undefined
  #whole: NodeJS.Timeout | undefined
  #open = 0

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs
    this.#start()
  }

  /** Aborts, with the reason, when the call is to end. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** The server has sent something. */
  heard(): void {
    if (this.#open === 0) this.#silence?.refresh()
  }

  /** Stops the time until `act` has ended. */
  async hold<T>(act: () => Promise<T>): Promise<T> {
    this.#open += 1
    this.close()
    try {
      return await act()
    } finally {
      this.#open -= 1
      if (this.#open === 0) this.#start()
    }
  }

  close(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#whole)
  }

  #start(): void {
    const end = (): void => this.#ended.abort(new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out'))
    this.#silence = setTimeout(end, this.#silenceMs)
    this.#whole = setTimeout(end, MAX_CALL_MS)
  }
}
