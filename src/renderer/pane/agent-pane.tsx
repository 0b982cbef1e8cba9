import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import paneBarStyles from '../parts/pane-bar.module.css'
import { agentName } from '../store/agent-name.ts'
import { showArtifact } from '../store/artifact-store.ts'
import { dateAndTime } from '../text/calendar-day.ts'
import { closeFind } from '../store/find-store.ts'
import styles from './agent-pane.module.css'
import { ArtifactPane } from '../history/artifact-pane.tsx'
import { BackgroundList } from './background-list.tsx'
import { PortPreview } from './port-preview.tsx'
import { TerminalPanel } from '../terminal/terminal-panel.tsx'
import { EvaluationBoard } from './evaluation-board.tsx'
import { RerunBar } from '../history/rerun-bar.tsx'
import { RaceBoard } from './race-contents.tsx'
import { PaneHeader } from './pane-header.tsx'
import { goToMessage } from '../history/message-keys.ts'
import { PaneStream } from '../history/pane-stream.tsx'
import { AttachContext, PreviewContext, type PreviewedCode } from '../parts/rich/code-view-context.ts'
import { PromptBox } from '../prompt/prompt-box.tsx'
import { promptElement } from '../hooks/prompt-id.ts'
import { useFileDrop } from '../hooks/use-file-drop.ts'
import { texts } from '../text/texts.ts'
import { usePaneName } from './use-pane-name.ts'
import { usePaneDrop } from './use-pane-drop.ts'

const words = texts.pane

/** The pane of one agent: header, stream, prompt box. */
export function AgentPane({ agentId }: { agentId: AgentId }) {
  const { views, layout, find } = useStores()
  const { agents } = useActions()
  const agent = useAgent(agentId)
  const section = useRef<HTMLElement>(null)
  const focused = useLayout((state) => state.focused === agentId)
  const place = useLayout(({ maximised }) =>
    maximised === null ? 'beside' : maximised === agentId ? 'covering' : 'covered',
  )
  const name = usePaneName(agentId)
  const drop = usePaneDrop(agentId)
  const fileDrop = useFileDrop(agentId)
  useEffect(() => views.follow(agentId), [views, agentId])
  useEffect(() => {
    // A click into the pane has already set the focus. Otherwise, focus the prompt box.
    if (focused && section.current?.contains(document.activeElement) === false) promptElement(agentId)?.focus()
  }, [focused, agentId])

  function onKeyDown(key: KeyboardEvent): void {
    // React also delivers key events of the pane's popups, which handle Esc themselves.
    const isInside = key.target instanceof Node && section.current?.contains(key.target) === true
    const step = isInside && key.altKey ? (key.key === 'PageDown' ? 1 : key.key === 'PageUp' ? -1 : null) : null
    if (step !== null && section.current !== null) {
      key.preventDefault()
      goToMessage(section.current, step)
      return
    }
    if (!isInside || !cancels(key) || key.defaultPrevented) return
    if (key.key === 'Escape' && closeFind(find, agentId)) {
      key.preventDefault()
      promptElement(agentId)?.focus()
      return
    }
    if ((views.getState().views.get(agentId)?.turn ?? null) === null) return
    key.preventDefault()
    void agents.cancel(agentId)
  }

  if (agent === undefined) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <section
      ref={section}
      className={styles.pane}
      aria-label={words.label({ agent: name })}
      data-landmark
      data-focused={focused}
      data-place={place}
      data-drop={drop.side ?? undefined}
      onFocusCapture={() => layout.dispatch({ type: 'focus', agentId })}
      onPointerDownCapture={() => layout.dispatch({ type: 'focus', agentId })}
      onKeyDown={onKeyDown}
      onDragOver={(drag) => {
        drop.handlers.onDragOver(drag)
        fileDrop.handlers.onDragOver(drag)
      }}
      onDragLeave={(drag) => {
        drop.handlers.onDragLeave(drag)
        fileDrop.handlers.onDragLeave(drag)
      }}
      onDrop={(drag) => {
        drop.handlers.onDrop(drag)
        fileDrop.handlers.onDrop(drag)
      }}
    >
      {fileDrop.isOver ? <p className={styles.dropFiles}>{words.dropFiles({ agent: agentName(agent) })}</p> : null}
      <PaneHeader agent={agent} />
      <div className={styles.beside}>
        <Conversation agent={agent} />
        <ArtifactPane agentId={agentId} />
      </div>
    </section>
  )
}

/** What was said, what runs, and the prompt box. */
function Conversation({ agent }: { readonly agent: AgentSummary }) {
  const { artifacts } = useStores()
  const { attachments } = useActions()
  const { id: agentId } = agent
  const attach = useCallback((file: File) => void attachments.attach(agentId, [file]), [attachments, agentId])
  const preview = useCallback((shown: PreviewedCode) => showArtifact(artifacts, agentId, shown), [artifacts, agentId])
  return (
    <div className={styles.conversation}>
      <HomeBar agent={agent} />
      <RaceBoard agentId={agentId} />
      <RerunBar agentId={agentId} />
      <EvaluationBoard agentId={agentId} />
      <AttachContext value={attach}>
        <PreviewContext value={preview}>
          <PaneStream agentId={agentId} />
        </PreviewContext>
      </AttachContext>
      <BackgroundList agentId={agentId} />
      <PortPreview agentId={agentId} />
      {agent.hasTerminal === true ? <TerminalPanel agentId={agentId} /> : null}
      <PromptBox agentId={agentId} />
    </div>
  )
}

/** Returns whether the key stops the turn: Esc, or Ctrl+C if no selected text could be copied. */
function cancels(key: KeyboardEvent): boolean {
  if (key.key === 'Escape') return true
  if (key.key !== 'c' || !key.ctrlKey || key.shiftKey || key.altKey || key.metaKey) return false
  const { target } = key
  const selected =
    target instanceof HTMLTextAreaElement
      ? target.selectionStart !== target.selectionEnd
      : window.getSelection()?.isCollapsed === false
  return !selected
}

const homeWords = texts.pane.home

/** Above the log of an agent of another home: says where it runs, and offers to take it over. */
function HomeBar({ agent: { id: agentId, otherHome, status } }: { agent: AgentSummary }) {
  const { dialogs } = useStores()
  if (otherHome === undefined) return null
  const { label, isOpen, seenAt } = otherHome
  const gone = isOpen || seenAt === null ? '' : ` ${homeWords.lastHere({ time: dateAndTime(seenAt) })}`
  return (
    <section className={paneBarStyles.bar} aria-label={homeWords.label}>
      <span role="status">{homeWords.runsAt({ home: label }) + gone}</span>
      {status === 'killed' ? null : (
        <Button onClick={() => dialogs.setState({ dialog: { type: 'take_over', agentId } })}>
          {texts.agentDialogs.takeOver.menu}
        </Button>
      )}
    </section>
  )
}
