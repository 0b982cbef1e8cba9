import { randomBytes, randomInt } from 'node:crypto'

import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { ProtectedOperation } from '../../../shared/contract/protected-operations.ts'
import type { Confirmation } from '../confirmation.ts'
import type { ShownCode } from '../../../shared/confirmation.ts'
import { sameText } from '../same-text.ts'

/** The confirmed windows of a browser host. Kept in memory: after a restart, the user is asked again. */
export interface ConfirmedWindows {
  /**
   * Returns the proof that a window with a one-time token presents from now on: the token was read from the terminal.
   */
  confirm(sessionId: string): string
  /** Returns the confirmation of one connection; `presented` is the proof of its window, if any. */
  forConnection(sessionId: string, presented: string | null): Confirmation
}

interface OpenCode {
  readonly code: string
  readonly operation: ProtectedOperation
  readonly until: number
  wrong: number
  /** Resolves when it is where `ikigai sessions --codes` finds it, to how it is removed there. */
  readonly kept: Promise<() => Promise<void>>
}

const CODE_MINUTES = 5
const MAX_WRONG = 5
/** Most codes shown within `CODE_MINUTES`: a stolen session must not flood the terminal. */
const MAX_CODES = 10

export function createConfirmedWindows({
  tell,
  keep,
  now,
}: {
  /** Shows the user a text where no browser can read it: in the engine's terminal, or its log. */
  readonly tell: (text: string) => void
  /** Keeps a code where a command of the user finds it, and no window; returns how to remove it. */
  readonly keep: (code: ShownCode) => Promise<() => Promise<void>>
  /** ms since the epoch. */
  readonly now: () => number
}): ConfirmedWindows {
  const windows = new Map<string, string>()
  let shown: number[] = []
  const waiting = new WaitingCodes(now)

  function confirm(sessionId: string): string {
    const key = randomBytes(32).toString('base64url')
    windows.set(key, sessionId)
    return key
  }

  function show(operation: ProtectedOperation): OpenCode | null {
    shown = shown.filter((at) => now() - at < CODE_MINUTES * 60_000)
    if (shown.length >= MAX_CODES) return null
    shown.push(now())
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    tell(
      `A window in a browser wants to ${operation.description}.\nIf this was you, enter this code there: ${code} (valid for ${CODE_MINUTES} minutes). If not, end its session: ikigai sessions --end all\n`,
    )
    const until = now() + CODE_MINUTES * 60_000
    // Where it cannot be kept, the terminal shows it.
    const kept = keep({ code, description: operation.description, until }).catch(() => async () => undefined)
    const open = { code, operation, until, wrong: 0, kept }
    waiting.add(open)
    return open
  }

  return {
    confirm,
    forConnection(sessionId, presented) {
      let isConfirmed = presented !== null && windows.get(presented) === sessionId
      let open: OpenCode | null = null
      let granted: string | null = null
      return {
        async check(operation) {
          const isGranted = granted === operation.description
          granted = null
          if (isGranted || (isConfirmed && !operation.isAlone)) return 'granted'
          if (open?.operation.description === operation.description && open.until > now()) return 'needed'
          waiting.remove(open)
          open = show(operation)
          await open?.kept
          return open === null ? 'refused' : 'needed'
        },
        give(candidate): Result<string | null> {
          if (open === null || open.until <= now()) return no('This code has expired. Try again to get a new one.')
          if (!sameText(candidate.replaceAll(/\s/g, ''), open.code)) {
            open.wrong += 1
            if (open.wrong < MAX_WRONG) return no('Wrong code. Check it and try again.')
            waiting.remove(open)
            open = null
            return no('Wrong code. Try again to get a new one.')
          }
          granted = open.operation.description
          isConfirmed = true
          waiting.remove(open)
          open = null
          return ok(confirm(sessionId))
        },
        codes: (signal) => waiting.shown((each) => isConfirmed && each !== open, signal),
      }
    },
  }
}

/**
 * The codes that windows wait for. Confirmed windows show those for what they may do without one: that gives them nothing
 * that they do not have.
 */
class WaitingCodes {
  readonly #now: () => number
  readonly #codes = new Set<OpenCode>()
  readonly #changes = new EventTarget()

  constructor(now: () => number) {
    this.#now = now
  }

  add(open: OpenCode): void {
    if (!open.operation.isAlone) this.#codes.add(open)
    this.#changed()
  }

  /** Takes a code that is no longer good from everywhere that it is shown. */
  remove(open: OpenCode | null): void {
    if (open === null) return
    this.#codes.delete(open)
    this.#changed()
    void open.kept.then((remove) => remove())
  }

  /** With each change the codes that a window shows, and that are still good. */
  async *shown(
    isShown: (code: OpenCode) => boolean,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly (readonly ShownCode[])[]> {
    while (signal?.aborted !== true) {
      const changed = this.#nextChange(signal)
      yield [[...this.#codes].filter((each) => isShown(each) && each.until > this.#now()).map(shownCode)]
      await changed
    }
  }

  #changed(): void {
    this.#changes.dispatchEvent(new Event('change'))
  }

  /** Resolves with the next change, or when the signal is aborted. */
  #nextChange(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = new AbortController()
    const end = (): void => {
      // Neither target keeps a listener for each change.
      waiting.abort()
      resolve()
    }
    this.#changes.addEventListener('change', end, { signal: waiting.signal })
    signal?.addEventListener('abort', end, { signal: waiting.signal })
    return promise
  }
}

function shownCode({ code, operation: { description }, until }: OpenCode): ShownCode {
  return { code, description, until }
}

function no(message: string): Result<never> {
  return refuse(message)
}
