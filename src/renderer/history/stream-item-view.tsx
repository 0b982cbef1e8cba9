import { FileClock, GitFork, Layers, Undo2 } from 'lucide-react'
import { memo, useState } from 'react'

import { useUndoChanges } from '../changes/use-undo.ts'
import { useActions } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { Rule } from '../parts/rule.tsx'
import { AgentLink } from './agent-link.tsx'
import { EventMarks } from './event-marks.tsx'
import { EventView } from './event-view.tsx'
import { usePaneStream } from './pane-stream-context.ts'
import styles from './pane-stream.module.css'
import { type ContextEdit, isWrittenSummary, type WrittenSummary } from '../../shared/context-edits.ts'
import { texts } from '../text/texts.ts'
import { holdsEvent, itemKey, type StreamItem } from './stream-items.ts'
import { restorable } from './turn-changes.ts'
import { useIsSearched } from './use-shown-items.ts'

const words = texts.history.edits

/** One item of the stream: an event, the end of an inherited history, or events that were removed from the context. */
export const StreamItemView = memo(function StreamItemView({ item }: { item: StreamItem }) {
  if (item.type === 'event') {
    return (
      <div className={styles.event} data-event={item.event.id}>
        <EventMarks eventId={item.event.id} />
        <EventView event={item.event} />
      </div>
    )
  }
  if (item.type === 'folded') return <FoldedContext item={item} />
  return (
    <Rule>
      <GitFork aria-hidden /> {texts.history.events.forkedFrom} <AgentLink agentId={item.parentId} />
    </Rule>
  )
}, sameItem)

/** Compares items by their events, because the item objects are created again with each event. */
function sameItem({ item: a }: { item: StreamItem }, { item: b }: { item: StreamItem }): boolean {
  if (a.type === 'event' && b.type === 'event') return a.event === b.event
  if (a.type === 'forked' && b.type === 'forked') return a.parentId === b.parentId
  return a.type === 'folded' && b.type === 'folded' && a.event === b.event && a.count === b.count
}

type FoldedItem = Extract<StreamItem, { type: 'folded' }>

/** Events that were removed from the context, dimmed and folded. The last removal can be undone. */
function FoldedContext({ item }: { item: FoldedItem }) {
  const [opened, setOpened] = useState(false)
  const isWanted = useIsWanted(item)
  return (
    <div className={styles.left} data-event={item.event.id}>
      {isWrittenSummary(item.event) ? <SummaryText event={item.event} /> : null}
      <UndoEdit edit={item.event} />
      <RestoreFiles edit={item.event} />
      <Disclosure
        summary={words.removed({ edit: editLabel(item.event), events: item.count, shown: formatCount(item.count) })}
        onOpen={() => setOpened(true)}
      >
        <div className={styles.leftItems}>
          {opened || isWanted ? item.items.map((each) => <StreamItemView key={itemKey(each)} item={each} />) : null}
        </div>
      </Disclosure>
    </div>
  )
}

/** Returns whether to render folded events without opening them, because a search or a link leads to one of them. */
function useIsWanted(item: FoldedItem): boolean {
  const { agentId } = usePaneStream()
  const asked = useViews(({ shown }) => shown.get(agentId)?.asked ?? null)
  const isSearched = useIsSearched(agentId)
  return isSearched || (asked !== null && holdsEvent(item, asked))
}

function editLabel(edit: ContextEdit): string {
  if (edit.kind === 'clear') return words.cleared
  if (edit.kind === 'summary') return words.compressed
  if (edit.data.leaves_out === true) return words.leftOut
  return edit.data.mark === undefined ? words.rewound : words.rewoundTo({ mark: edit.data.mark })
}

function SummaryText({ event }: { event: WrittenSummary }) {
  return (
    <Disclosure
      summary={
        <>
          <Layers size={13} aria-hidden />{' '}
          {texts.history.events.summary({ messages: formatCount(event.data.messages) })}
        </>
      }
    >
      <MarkdownView text={event.content ?? ''} />
    </Disclosure>
  )
}

/** Offers the files of the moment to which the context returned. */
function RestoreFiles({ edit }: { edit: ContextEdit }) {
  const { agentId, running } = usePaneStream()
  const events = useViews(({ views }) => views.get(agentId)?.events)
  const undo = useUndoChanges(agentId)
  const found = restorable(agentId, events ?? [], edit)
  if (found === null || running) return null
  const scope = { type: 'since', eventId: found.since } as const
  return (
    <span className={styles.undo}>
      <Button tone="quiet" onClick={() => void undo({ scope, restore: true })}>
        <FileClock aria-hidden /> {words.restore({ files: found.files })}
      </Button>
    </span>
  )
}

function UndoEdit({ edit }: { edit: ContextEdit }) {
  const { agents } = useActions()
  const { agentId, lastEdit, running } = usePaneStream()
  if (edit.id !== lastEdit || running) return null
  return (
    <span className={styles.undo}>
      <Button tone="quiet" onClick={() => void agents.submit(agentId, '/clear --undo')}>
        <Undo2 aria-hidden /> {texts.common.undo}
      </Button>
    </span>
  )
}
