import { openSandbox } from '../parts/rich/sandbox.ts'
import { texts } from '../text/texts.ts'
import { type AppAsk, type AppCall, appStep, askAnswer } from './tool-app-messages.ts'

const words = texts.message.app

export interface AppState {
  /** Height of the frame, CSS pixels. */
  readonly height: number
  /** What the app asks the user for; null: nothing. */
  readonly ask: AppAsk | null
  /** Why the app was ended; null: it runs. */
  readonly ended: string | null
}

export interface AppSession {
  answer(isAccepted: boolean): void
  close(): void
}

export const FIRST_STATE: AppState = { height: 240, ask: null, ended: null }

/** An app that does not answer for this time is ended, ms. */
const LIMIT_MS = 5_000
/** An app that sends more messages within `PERIOD_MS` is ended. */
const MAX_MESSAGES = 300
const PERIOD_MS = 1_000

/** Runs an app in a frame without network and origin, and answers its messages. */
export function openToolApp(
  frame: HTMLIFrameElement,
  {
    html,
    call,
    onChange,
  }: {
    readonly html: string
    readonly call: AppCall
    onChange(state: AppState): void
  },
): AppSession {
  let state = FIRST_STATE
  let wanted = state.height
  let count = 0
  let periodStart = performance.now()

  function become(change: Partial<AppState>): void {
    state = { ...state, ...change }
    onChange(state)
  }

  /** While the user is asked, the frame keeps its height, so that an app cannot move the buttons under the pointer. */
  function resize(height: number): void {
    wanted = height
    if (state.ask === null && height !== state.height) become({ height })
  }

  function end(reason: string): void {
    sandbox.close()
    become({ ask: null, ended: reason })
  }

  function isTooMany(): boolean {
    const now = performance.now()
    if (now - periodStart > PERIOD_MS) {
      periodStart = now
      count = 0
    }
    count += 1
    return count > MAX_MESSAGES
  }

  function receive(data: unknown): void {
    if (isTooMany()) return end(words.tooMany)
    const { replies, height, ask } = appStep(data, call)
    for (const reply of replies) sandbox.post(reply)
    if (height !== null) resize(height)
    if (ask === null) return
    // The user decides about one thing at a time.
    if (state.ask === null) become({ ask })
    else sandbox.post(askAnswer(ask, false))
  }

  const sandbox = openSandbox(frame, {
    html,
    limitMs: LIMIT_MS,
    onMessage: receive,
    onHang: () => end(words.hangs),
  })
  return {
    answer(isAccepted) {
      if (state.ask === null) return
      sandbox.post(askAnswer(state.ask, isAccepted))
      become({ ask: null, height: wanted })
    },
    close: () => sandbox.close(),
  }
}
