import { useEffect, useRef, useState } from 'react'

import type { ToolApp } from '../../shared/tool-app.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import type { AppCall, AppRequest } from './tool-app-messages.ts'
import { type AppSession, FIRST_STATE, openToolApp } from './tool-app-session.ts'
import styles from './tool-app.module.css'

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
