import { Suspense, useState } from 'react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import { parseJsonObject } from '../../shared/json.ts'
import type { Result } from '../../shared/result.ts'
import type { ToolApp } from '../../shared/tool-app.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { loadedView } from '../parts/rich/loaded-view.ts'
import { LANGUAGE_TAG } from '../text/language.ts'
import { shownTheme } from '../theme/apply-theme.ts'
import { texts } from '../text/texts.ts'
import { usePaneStream } from './pane-stream-context.ts'
import type { RecordedCall } from './call-state.ts'
import type { AppCall } from './tool-app-messages.ts'
import type { ToolAppViewProps } from './tool-app-view.tsx'
import styles from './tool-app.module.css'
import { defined } from '../../shared/defined.ts'

const words = texts.message.app

const ToolAppView = loadedView(async () => (await import('./tool-app-view.tsx')).ToolAppView, AppNotLoaded)

interface ToolAppPartProps {
  readonly call: RecordedCall
  readonly result: AgentEventOf<'tool_result'>
}

/** The app of a finished call. Its server is asked for it when the user wants to see it. */
export function ToolAppPart({ call, result }: ToolAppPartProps) {
  const { agentId } = usePaneStream()
  const { servers } = useActions()
  const putIntoPrompt = usePutIntoPrompt()
  const [isShown, setShown] = useState(false)
  const [app, setApp] = useState<Result<ToolApp> | null>(null)

  async function show(): Promise<void> {
    setShown(true)
    setApp(null)
    setApp(await servers.app(agentId, call.name))
  }

  return (
    <div className={styles.app}>
      <Button tone="quiet" aria-expanded={isShown} onClick={() => (isShown ? setShown(false) : void show())}>
        {isShown ? words.hide : words.show}
      </Button>
      {!isShown ? null : app === null ? (
        <Loading />
      ) : app.ok ? (
        <Suspense fallback={<Loading />}>
          <ToolAppView
            name={visibleText(call.name)}
            app={app.value}
            call={appCall(call, result)}
            onPrompt={putIntoPrompt}
          />
        </Suspense>
      ) : (
        <FailureNote failure={app.error} />
      )}
    </div>
  )
}

function Loading() {
  return (
    <p role="status" className={styles.loading}>
      {words.loading}
    </p>
  )
}

/** Adds text to the prompt box of the pane. None of its lines is a command. */
function usePutIntoPrompt(): (text: string) => void {
  const { agentId } = usePaneStream()
  const { drafts } = useStores()
  return (text) => {
    const before = drafts.draftOf(agentId).text
    drafts.type(agentId, before.trim() === '' ? text : `${before}\n\n${text}`, true)
    promptElement(agentId)?.focus()
  }
}

/** The call as the log has it. A result that is one JSON object is also given as structured content. */
function appCall(call: RecordedCall, { content, data }: ToolAppPartProps['result']): AppCall {
  const text = content ?? ''
  const structuredContent = parseJsonObject(text)
  return {
    input: parseJsonObject(call.argumentsText) ?? {},
    result: {
      content: [{ type: 'text', text }],
      ...defined({ structuredContent: structuredContent ?? undefined }),
      isError: data.is_error === true,
    },
    theme: shownTheme(document.documentElement),
    locale: LANGUAGE_TAG,
  }
}

function AppNotLoaded(_props: ToolAppViewProps) {
  return <FailureNote failure={words.notLoaded} />
}
