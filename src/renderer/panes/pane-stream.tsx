import { ArrowDown } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentView } from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../frame/use-agent.ts'
import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { agentMarks } from '../store/agent-marks.ts'
import { EmptyPane } from './empty-pane.tsx'
import { FindBar } from './find-bar.tsx'
import { LiveTurn } from './live-turn.tsx'
import { MessageMenu } from './message-menu.tsx'
import { PaneStreamProvider, type OpenMessageMenu } from './pane-stream-context.ts'
import styles from './pane-stream.module.css'
import { itemKey, streamItems, toolResults } from './stream-items.ts'
import { StreamItemView } from './stream-item-view.tsx'
import { useStreamScroll } from './use-stream-scroll.ts'

const NO_EVENTS: readonly AgentEvent[] = []

/** The conversation of one agent: what is recorded, then what streams. */
export const PaneStream = memo(function PaneStream({ agentId }: { agentId: AgentId }) {
  const name = useAgentName(agentId)
  const view = useWindowStore(
    (window) => window.views.store,
    ({ views }) => views.get(agentId),
  )
  const events = view?.events ?? NO_EVENTS
  const running = view !== undefined && view.turn !== null
  const { scroller, content, following, jumpToEnd } = useStreamScroll(events[0]?.id ?? 0)
  return (
    <div className={styles.frame} data-agent-stream={agentId}>
      <FindBar agentId={agentId} log={content} />
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${name}`}
      >
        <div ref={content} className={styles.column}>
          {view?.hasOlder === true ? <OlderEvents agentId={agentId} /> : null}
          <RecordedEvents agentId={agentId} events={events} running={running} />
          {view !== undefined && !running && isUnspoken(view) ? <EmptyPane agentId={agentId} /> : null}
          <LiveTurn agentId={agentId} />
        </div>
      </div>
      {following ? null : (
        <button type="button" className={styles.jump} onClick={jumpToEnd}>
          <ArrowDown aria-hidden /> Jump to latest
        </button>
      )}
    </div>
  )
})

/** Nothing was said yet; a system prompt is not a conversation. */
function isUnspoken({ events, hasOlder }: AgentView): boolean {
  return !hasOlder && events.every((event) => event.kind === 'system')
}

interface RecordedEventsProps {
  readonly agentId: AgentId
  readonly events: readonly AgentEvent[]
  readonly running: boolean
}

/** Memoised: while an answer streams, nothing of what is recorded is looked at again. */
const RecordedEvents = memo(function RecordedEvents({ agentId, events, running }: RecordedEventsProps) {
  const items = useMemo(() => streamItems(agentId, events), [agentId, events])
  const [menu, setMenu] = useState<OpenMessageMenu | null>(null)
  const context = useMemo(() => {
    const { lastAct } = agentMarks(agentId, events)
    return { agentId, running, lastAct, results: toolResults(events), openMenu: setMenu }
  }, [agentId, running, events])
  return (
    <PaneStreamProvider value={context}>
      {items.map((item) => (
        <StreamItemView key={itemKey(item)} item={item} />
      ))}
      {menu === null ? null : <MessageMenu menu={menu} onClose={() => setMenu(null)} />}
    </PaneStreamProvider>
  )
})

/** Stands at the top while there are older events, and fetches them when it comes near. */
function OlderEvents({ agentId }: { agentId: AgentId }) {
  const { log } = useWindow()
  const marker = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = marker.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void log.loadOlder(agentId)
      },
      { root: element.closest('[role="log"]'), rootMargin: '600px 0px 0px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  })
  return (
    <p ref={marker} className={styles.older}>
      Loading older messages…
    </p>
  )
}
