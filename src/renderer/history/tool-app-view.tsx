import { useEffect, useRef, useState } from 'react'
import type { ToolApp } from '../../shared/tool-app.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import { type AppCall, type AppRequest, type AppAsk, appStep, askAnswer } from './tool-app-messages.ts'
import styles from './tool-app.module.css'
import { openSandbox } from '../parts/rich/sandbox.ts'

const words = texts.message.app

export interface ToolAppViewProps {
  /** The name of the tool. */
  readonly name: string
  readonly app: ToolApp
  readonly call: AppCall
  /** Puts a text that the app suggested into the prompt box. */
  onPrompt(text: string): void
}

/** A running app of an MCP server. It shows a call, and can ask the user to open a page or to take over a prompt. */
export function ToolAppView({ name, app, call, onPrompt }: ToolAppViewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const session = useRef<AppSession>(null)
  const [{ height, ask, ended }, setState] = useState(FIRST_STATE)
  // An app keeps the call that it was opened with.
  const [first] = useState(call)
  useEffect(() => {
    if (frame.current === null) return
    const opened = openToolApp(frame.current, { html: app.html, call: first, onChange: setState })
    session.current = opened
    return () => opened.close()
  }, [app, first])
  if (ended !== null) return <FailureNote failure={ended} />

  function accept(request: AppRequest): void {
    if (request.type === 'open') window.open(request.url, '_blank', 'noopener,noreferrer')
    else onPrompt(request.text)
    session.current?.answer(true)
  }

  return (
    <>
      <iframe ref={frame} className={styles.frame} height={height} title={words.frame({ tool: name })} sandbox="" />
      {ask === null ? null : (
        <AppQuestion
          request={ask.request}
          onAccept={() => accept(ask.request)}
          onDismiss={() => session.current?.answer(false)}
        />
      )}
      {app.refused.length === 0 ? null : (
        <p className={styles.note}>{words.refused({ addresses: app.refused.join(', ') })}</p>
      )}
    </>
  )
}

interface AppQuestionProps {
  readonly request: AppRequest
  onAccept(): void
  onDismiss(): void
}

/** A click this soon after the question appeared was meant for something else, ms. */
const GUARD_MS = 500

function AppQuestion({ request, onAccept, onDismiss }: AppQuestionProps) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timeout = setTimeout(() => setReady(true), GUARD_MS)
    return () => clearTimeout(timeout)
  }, [])
  const [text, subject, verb] =
    request.type === 'open'
      ? [words.wantsPage({ host: request.host }), request.url, words.openPage]
      : [words.suggestsPrompt, request.text, words.putIntoPrompt]
  return (
    <div role="group" className={styles.question} aria-label={words.request}>
      <p>{text}</p>
      <pre>{subject}</pre>
      <div className={styles.buttons}>
        <Button disabled={!isReady} onClick={onAccept}>
          {verb}
        </Button>
        <Button tone="quiet" onClick={onDismiss}>
          {words.dismiss}
        </Button>
      </div>
    </div>
  )
}

interface AppState {
  /** Height of the frame, CSS pixels. */
  readonly height: number
  /** What the app asks the user for; null: nothing. */
  readonly ask: AppAsk | null
  /** Why the app was ended; null: it runs. */
  readonly ended: string | null
}

interface AppSession {
  answer(isAccepted: boolean): void
  close(): void
}

const FIRST_STATE: AppState = { height: 240, ask: null, ended: null }

/** An app that does not answer for this time is ended, ms. */
const LIMIT_MS = 5_000
/** An app that sends more messages within `PERIOD_MS` is ended. */
const MAX_MESSAGES = 300
const PERIOD_MS = 1_000

/** Runs an app in a frame without network and origin, and answers its messages. */
function openToolApp(
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
