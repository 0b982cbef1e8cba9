import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'

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
