import { GitFork } from 'lucide-react'
import { memo } from 'react'

import { Disclosure } from '../parts/disclosure.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { Rule } from '../parts/rule.tsx'
import { AgentLink } from './agent-link.tsx'
import { EventView } from './event-view.tsx'
import styles from './pane-stream.module.css'
import { itemKey, type StreamItem } from './stream-items.ts'

/** One thing in the stream: an event, the end of an inherited history, or what left the context. */
export const StreamItemView = memo(function StreamItemView({ item }: { item: StreamItem }) {
  if (item.type === 'event') {
    return (
      <div className={styles.event} data-event={item.event.id}>
        <EventView event={item.event} />
      </div>
    )
  }
  if (item.type === 'left') return <LeftContext item={item} />
  return (
    <Rule>
      <GitFork aria-hidden /> forked from <AgentLink agentId={item.parentId} />
    </Rule>
  )
}, sameItem)

/** Items are made anew with each event, but say the same as long as their events are the same. */
function sameItem({ item: a }: { item: StreamItem }, { item: b }: { item: StreamItem }): boolean {
  if (a.type === 'event' && b.type === 'event') return a.event === b.event
  if (a.type === 'forked' && b.type === 'forked') return a.parentId === b.parentId
  return a.type === 'left' && b.type === 'left' && a.event === b.event && a.count === b.count
}

/** What a clear or rewind took out of the context: dim and folded, and still there. */
function LeftContext({ item }: { item: Extract<StreamItem, { type: 'left' }> }) {
  const events = `${formatCount(item.count)} ${item.count === 1 ? 'event' : 'events'}`
  const mark = item.event.kind === 'rewind' && item.event.data.mark !== undefined ? ` to ${item.event.data.mark}` : ''
  const what = item.event.kind === 'clear' ? 'Context cleared' : `Rewound${mark}`
  return (
    <div className={styles.left}>
      <Disclosure summary={`${what} · ${events} left the context here, still in the log`}>
        <div className={styles.leftItems}>
          {item.items.map((each) => (
            <StreamItemView key={itemKey(each)} item={each} />
          ))}
        </div>
      </Disclosure>
    </div>
  )
}
