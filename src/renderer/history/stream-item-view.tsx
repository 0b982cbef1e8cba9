import { FileClock, Layers, Undo2 } from 'lucide-react'
import { memo, useState } from 'react'

import { useUndoChanges } from '../changes/use-undo.ts'
import { useActions } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { NoteLine } from '../parts/note-line.tsx'
import { AgentLink } from './agent-link.tsx'
import { ChangesLine, ModelLine } from './bookkeeping-view.tsx'
import { EventMarks } from './event-marks.tsx'
import { EventView } from './event-view.tsx'
import { ForkChips } from './fork-chips.tsx'
import { StemLeaf, stemSign } from './stem-signs.tsx'
import { usePaneStream } from './pane-stream-context.ts'
import styles from './pane-stream.module.css'
import { type ContextEdit, isWrittenSummary, type WrittenSummary } from '../../shared/context-edits.ts'
import { texts } from '../text/texts.ts'
import { itemKey, type EventGroup, type SingleItem, type StreamItem } from './stream-items.ts'
import { restorable } from './turn-changes.ts'
import { useIsWanted } from './use-shown-items.ts'

const words = texts.history.edits

/** One item of the stream: an event or several, the end of an inherited history, or what was removed from the context. */
export const StreamItemView = memo(function StreamItemView({ item }: { item: StreamItem }) {
  if (item.type === 'event') return <EventItem item={item} />
  if (item.type === 'folded') return <FoldedContext item={item} />
  if (item.type === 'forks') return <ForkChips item={item} />
  if (item.type === 'changes') {
    return (
      <ChangesLine item={item}>
        {item.items.map((each) => (
          <EventItem key={each.event.id} item={each} />
        ))}
      </ChangesLine>
    )
  }
  return (
    <NoteLine>
      <BranchSign of="fork" /> {texts.history.events.forkedFrom} <AgentLink agentId={item.parentId} />
    </NoteLine>
  )
}, sameItem)

function EventItem({ item: { event, command } }: { item: SingleItem }) {
  return (
    <div className={styles.event} data-event={event.id} data-stem={stemSign(event)}>
      <EventMarks eventId={event.id} />
      {event.kind === 'model' ? <ModelLine event={event} command={command} /> : <EventView event={event} />}
      <StemLeaf event={event} />
    </div>
  )
}

/** Compares items by their events, because the item objects are created again with each event. */
function sameItem({ item: a }: { item: StreamItem }, { item: b }: { item: StreamItem }): boolean {
  if (a.type === 'event' && b.type === 'event') return a.event === b.event
  if (a.type === 'forked' && b.type === 'forked') return a.parentId === b.parentId
  if (a.type === 'folded' && b.type === 'folded') return a.event === b.event && a.count === b.count
  return (a.type === 'forks' || a.type === 'changes') && a.type === b.type && sameEvents(a, b)
}

function sameEvents(a: EventGroup, b: EventGroup): boolean {
  return a.items.length === b.items.length && a.items.every((each, index) => each.event === b.items[index]?.event)
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
