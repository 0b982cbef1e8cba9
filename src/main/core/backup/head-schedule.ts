import { NOT_SIGNING, type SigningStatus } from '../../../shared/engine-state.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import type { HeadSigner } from '../ports/verify-ports.ts'

/** A start has other work to do, ms. */
const AFTER_START_MS = 15_000
const PERIOD_MS = 10 * 60_000
/** How long a close waits for the last signature, ms. */
const LAST_MS = 2_000

/** Signs the head of the log at intervals and at a clean end (docs/verifying.md#signed-heads). */
export class HeadSchedule {
  /** Undefined: nothing is signed. */
  readonly #headSigner: HeadSigner | undefined
  readonly #clock: Clock
  readonly #logger: Logger
  /** Called when the status has changed. */
  readonly #onChange: () => void
  readonly #closing = new AbortController()
  #status: SigningStatus = NOT_SIGNING
  /** Whether the last attempt could sign: otherwise a close does not try, nor wait. */
  #isAble = false
  #running: Promise<boolean> = Promise.resolve(true)

  constructor(headSigner: HeadSigner | undefined, clock: Clock, logger: Logger, onChange: () => void) {
    this.#headSigner = headSigner
    this.#clock = clock
    this.#logger = logger
    this.#onChange = onChange
  }

  /** Signs until `close`; ends where nothing is signed, and with a failure that another attempt would only repeat. */
  async run(): Promise<void> {
    if (this.#headSigner === undefined) return
    this.#change({ isOn: true })
    const { signal } = this.#closing
    await this.#clock.sleep(AFTER_START_MS, signal)
    while (!signal.aborted && (await this.#sign(this.#headSigner))) await this.#clock.sleep(PERIOD_MS, signal)
  }

  status(): SigningStatus {
    return this.#status
  }

  /** Signs what was recorded last. The storage must still be open. */
  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#headSigner === undefined || !this.#isAble) return
    const done = new AbortController()
    const last = this.#sign(this.#headSigner).finally(() => done.abort())
    await Promise.race([last, this.#clock.sleep(LAST_MS, done.signal)])
  }

  /** Returns whether another attempt makes sense. */
  #sign(signer: HeadSigner): Promise<boolean> {
    this.#running = this.#running.then(() => this.#signNow(signer))
    return this.#running
  }

  async #signNow(signer: HeadSigner): Promise<boolean> {
    const signed = await signer.sign().catch((error: unknown) => {
      this.#logger.warn('The head of the log was not signed', { reason: String(error) })
      return null
    })
    if (signed === null) return true
    this.#isAble = signed.ok
    if (signed.ok) this.#change({ signedAt: signed.value ?? this.#status.signedAt, problem: null })
    else this.#change({ problem: signed.error.message })
    return signed.ok || signed.error.retryable || signed.error.category === 'REFUSED'
  }

  #change(change: Partial<SigningStatus>): void {
    const before = this.#status
    this.#status = { ...before, ...change }
    const { problem } = this.#status
    if (problem !== null && problem !== before.problem) {
      this.#logger.warn('The head of the log was not signed', { reason: problem })
    }
    this.#onChange()
  }
}
