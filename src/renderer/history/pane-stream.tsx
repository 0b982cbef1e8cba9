import { ArrowDown } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useMemo, useRef, type RefObject } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentView } from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { UnfoldedContext } from '../parts/rich/code-view-context.ts'
import { texts } from '../text/texts.ts'
import { EmptyPane } from './empty-pane.tsx'
import { FindBar } from './find-bar.tsx'
import { groupBookkeeping } from './group-bookkeeping.ts'
import { LiveTurn } from './live-turn.tsx'
import { MessageMenu } from './message-menu.tsx'
import { PaneStreamProvider } from './pane-stream-context.ts'
import { NO_VERSIONS, usePathVersions, useVersionsAtEnd, VersionProvider } from './use-path-versions.ts'
import styles from './pane-stream.module.css'
import stemStyles from './stem.module.css'
import { itemKey, streamItems } from './stream-items.ts'
import { runStreamKey } from './message-keys.ts'
import { StreamItemView } from './stream-item-view.tsx'
import { useIsSearched, useShownItems } from './use-shown-items.ts'
import { useStreamContext } from './use-stream-context.ts'
import { useStreamScroll } from './use-stream-scroll.ts'
import { VersionLine } from './version-arrows.tsx'

const words = texts.history

const NO_EVENTS: readonly AgentEvent[] = []

interface PaneStreamProps {
  readonly agentId: AgentId
  /** Whether the agent is a column of a comparison, whose letters take the place of the arrows. */
  readonly isCompared?: boolean
}

/** The conversation of one agent: the recorded events, then the streamed response. */
export const PaneStream = memo(function PaneStream({ agentId, isCompared = false }: PaneStreamProps) {
  const name = useAgentName(agentId)
  const part = useViews(({ windows }) => windows.get(agentId))
  // Not the view, which changes with every delta.
  const newest = useViews(({ views }) => views.get(agentId)?.events)
  const hasOlder = useViews(({ views }) => views.get(agentId)?.hasOlder === true)
  const running = useViews(({ views }) => isRunning(views.get(agentId)))
  const unspoken = useViews(({ views }) => isUnspoken(views.get(agentId)))
  const events = part?.events ?? newest ?? NO_EVENTS
  const { log } = useActions()
  const isSearched = useIsSearched(agentId)
  const { scroller, content, following, jumpToEnd, jumpToStart } = useStreamScroll(part !== undefined)
  function toEnd(): void {
    log.showEnd(agentId)
    jumpToEnd()
  }

  async function toStart(): Promise<void> {
    if (await log.showStart(agentId)) jumpToStart()
  }

  return (
    <div className={styles.frame} data-agent-stream={agentId}>
      <FindBar agentId={agentId} log={content} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the focused message */}
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        tabIndex={-1}
        aria-live="off"
        aria-label={words.conversation({ agent: name })}
        onKeyDown={(key) => runStreamKey(key, { toStart, toEnd })}
      >
        <div
          ref={content}
          className={`${styles.column} ${stemStyles.stem}`}
          data-runs={running}
          data-follows={following && running && part === undefined}
        >
          <UnfoldedContext value={isSearched}>
            <RecordedEvents
              agentId={agentId}
              // A new agent begins with what it can be asked, not with its system prompt.
              events={unspoken && !running ? NO_EVENTS : events}
              hasOlder={part?.hasOlder ?? hasOlder}
              running={running}
              isCompared={isCompared}
              scroller={scroller}
            />
          </UnfoldedContext>
          {unspoken && !running ? <EmptyPane agentId={agentId} /> : null}
          {part === undefined ? (
            <LiveTurn agentId={agentId} />
          ) : (
            <MoreEvents
              key={part.events.at(-1)?.id}
              text={words.loadingLater}
              onNear={() => void log.loadLater(agentId)}
            />
          )}
        </div>
      </div>
      {following && part === undefined ? null : (
        <button type="button" className={styles.jump} onClick={toEnd}>
          <ArrowDown aria-hidden /> {part !== undefined && running ? words.jumpStreaming : words.jump}
        </button>
      )}
    </div>
  )
})

function isRunning(view: AgentView | undefined): boolean {
  return view !== undefined && view.turn !== null
}

/** Returns whether the agent is loaded and has no messages yet. A system prompt does not count. */
function isUnspoken(view: AgentView | undefined): boolean {
  return view !== undefined && !view.hasOlder && view.events.every((event) => event.kind === 'system')
}

interface RecordedEventsProps {
  readonly agentId: AgentId
  readonly events: readonly AgentEvent[]
  /** Whether there are older events that are not loaded. */
  readonly hasOlder: boolean
  readonly running: boolean
  readonly isCompared: boolean
  readonly scroller: RefObject<HTMLElement | null>
}

/** Memoised so that recorded events are not rendered again while an answer streams. */
const RecordedEvents = memo(function RecordedEvents(props: RecordedEventsProps) {
  const { agentId, events, hasOlder, running, isCompared, scroller } = props
  const { log } = useActions()
  const items = useMemo(() => groupBookkeeping(streamItems(agentId, events)), [agentId, events])
  const shown = useShownItems(agentId, items, scroller)
  const { context, menu, closeMenu } = useStreamContext(agentId, events, running)
  const versions = usePathVersions(agentId, events, hasOlder)
  return (
    <PaneStreamProvider value={context}>
      <VersionProvider value={isCompared ? NO_VERSIONS : versions}>
        {shown.hasEarlier || hasOlder ? (
          <MoreEvents
            text={words.loadingOlder}
            // A new key creates a new observer: after older items were added, the top may still be visible.
            key={`${shown.first ?? ''} ${shown.hasEarlier}`}
            onNear={shown.hasEarlier ? shown.showEarlier : () => void log.loadOlder(agentId)}
          />
        ) : null}
        {shown.items.map((item) => (
          <StreamItemView key={itemKey(item)} item={item} />
        ))}
        <NewestVersion />
        {menu === null ? null : <MessageMenu menu={menu} onClose={closeMenu} />}
      </VersionProvider>
    </PaneStreamProvider>
  )
})

/** The arrows of a version whose first answer is still to come. */
function NewestVersion() {
  return <VersionLine versions={useVersionsAtEnd()} />
}

/** An element at an end of the loaded events that requests more when it is scrolled into view. */
function MoreEvents({ text, onNear }: { text: string; onNear: () => void }) {
  const marker = useRef<HTMLParagraphElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    const element = marker.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near()
      },
      { root: element.closest('[role="log"]'), rootMargin: '600px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <p ref={marker} className={styles.older}>
      {text}
    </p>
  )
}
