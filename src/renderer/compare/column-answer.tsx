import { memo, type ReactNode, useCallback } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentView } from '../../shared/agent-view.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { LiveTurn } from '../history/live-turn.tsx'
import { MessageMenu } from '../history/message-menu.tsx'
import { PaneStreamProvider } from '../history/pane-stream-context.ts'
import { itemKey, type StreamItem } from '../history/stream-items.ts'
import { StreamItemView } from '../history/stream-item-view.tsx'
import { useStreamContext } from '../history/use-stream-context.ts'
import { useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useViews } from '../hooks/use-stores.ts'
import { PreviewContext, type PreviewedCode } from '../parts/rich/code-view-context.ts'
import { showArtifact } from '../store/artifact-store.ts'
import { texts } from '../text/texts.ts'
import styles from './column-answer.module.css'

const words = texts.compare.answers

const NO_EVENTS: readonly AgentEvent[] = []

interface ColumnAnswerProps {
  readonly agentId: AgentId
  /** The prompt that is answered; null: none yet. */
  readonly promptId: EventId | null
  readonly items: readonly StreamItem[]
  /** Whether what streams belongs here. */
  readonly isNewest: boolean
  /** Whether the agent was asked this. */
  readonly isAsked: boolean
}

/** What one agent answered to one prompt: the recorded events, then what streams. */
export function ColumnAnswer({ agentId, promptId, items, isNewest, isAsked }: ColumnAnswerProps) {
  const isLoaded = useViews(({ views }) => views.has(agentId))
  const running = useViews(({ views }) => isRunning(views.get(agentId)))
  const isSilent = useViews(({ views }) => (views.get(agentId)?.turn?.blocks.length ?? 0) === 0)
  const isIdle = useAgent(agentId)?.activity.type === 'idle'
  const isEmpty = items.length === 0
  const waits = isNewest && isEmpty && isSilent && (!isLoaded || !isIdle || running)
  return (
    <div className={styles.answer} data-agent-stream={agentId} data-event={promptId ?? undefined}>
      <ColumnStream agentId={agentId}>
        <RecordedItems items={items} />
      </ColumnStream>
      {waits ? <AnswerSkeleton /> : null}
      {isNewest && isLoaded ? <LiveTurn agentId={agentId} /> : null}
      {isEmpty && !waits && !running ? (
        <p className={styles.none}>{isAsked ? words.none : promptId === null ? words.notAsked : words.notThis}</p>
      ) : null}
    </div>
  )
}

function isRunning(view: AgentView | undefined): boolean {
  return view !== undefined && view.turn !== null
}

interface ColumnStreamProps {
  readonly agentId: AgentId
  readonly children: ReactNode
}

/** Gives what is shown of an agent's log what it needs of the whole of it. */
export function ColumnStream({ agentId, children }: ColumnStreamProps) {
  const events = useViews(({ views }) => views.get(agentId)?.events) ?? NO_EVENTS
  const running = useViews(({ views }) => isRunning(views.get(agentId)))
  const { context, menu, closeMenu } = useStreamContext(agentId, events, running)
  const { artifacts } = useStores()
  const preview = useCallback((shown: PreviewedCode) => showArtifact(artifacts, agentId, shown), [artifacts, agentId])
  return (
    <PaneStreamProvider value={context}>
      <PreviewContext value={preview}>{children}</PreviewContext>
      {menu === null ? null : <MessageMenu menu={menu} onClose={closeMenu} />}
    </PaneStreamProvider>
  )
}

/** Memoised so that recorded events are not rendered again while an answer streams. */
export const RecordedItems = memo(function RecordedItems({ items }: { items: readonly StreamItem[] }) {
  return items.map((item) => <StreamItemView key={itemKey(item)} item={item} />)
})

/** Lines in place of an answer that has been asked for, while nothing of it has arrived. */
function AnswerSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={words.waiting}>
      <span aria-hidden />
      <span aria-hidden />
      <span aria-hidden />
    </div>
  )
}
