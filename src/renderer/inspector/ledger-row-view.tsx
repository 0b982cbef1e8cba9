import { CornerDownRight, Flag } from 'lucide-react'
import { memo } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import styles from './ledger-row-view.module.css'
import { EventJump } from './event-jump.tsx'
import type { LedgerRow, LedgerSegment } from './ledger-rows.ts'

const words = texts.inspector.context

interface LedgerRowViewProps {
  readonly row: LedgerRow
  /** The agent whose context is shown. */
  readonly agentId: AgentId
}

/** One line of the ledger. Memoised because events never change. */
export const LedgerRowView = memo(function LedgerRowView({ row, agentId }: LedgerRowViewProps) {
  switch (row.type) {
    case 'system':
      return (
        <FoldedRow
          title={texts.inspector.authors.system}
          note=""
          text={row.text}
          tokens={null}
          eventId={row.eventId}
          agentId={agentId}
        />
      )
    case 'about':
      return (
        <FoldedRow title={words.about} note="" text={row.text} tokens={null} eventId={null} agentId={row.agentId} />
      )
    case 'mark':
      return (
        <li className={styles.mark}>
          <Flag aria-hidden /> <span>{row.name}</span>
          <EventJump agentId={agentId} eventId={row.eventId} />
        </li>
      )
    case 'owner':
      return <OwnerRow owner={row.agentId} agentId={agentId} />
    default:
      return <FoldedRow {...row} eventId={row.event.id} agentId={agentId} />
  }
}, sameRow)

/** Compares rows by their events, because the row objects are created again with each ledger. */
function sameRow(
  { row: a, agentId: one }: LedgerRowViewProps,
  { row: b, agentId: other }: LedgerRowViewProps,
): boolean {
  if (one !== other || a.type !== b.type) return false
  if (a.type === 'segment') return b.type === 'segment' && a.event.id === b.event.id && a.tokens === b.tokens
  return JSON.stringify(a) === JSON.stringify(b)
}

function OwnerRow({ owner, agentId }: { owner: AgentId; agentId: AgentId }) {
  const name = useAgentName(owner)
  return (
    <li className={styles.owner}>
      <CornerDownRight aria-hidden /> {owner === agentId ? words.own : words.inheritedFrom({ agent: name })}
    </li>
  )
}

interface FoldedRowProps extends Pick<LedgerSegment, 'title' | 'note' | 'text' | 'tokens'> {
  /** Null: not an event of the log. */
  readonly eventId: EventId | null
  readonly agentId: AgentId
}

const EXCERPT = 240

function FoldedRow({ title, note, text, tokens, eventId, agentId }: FoldedRowProps) {
  return (
    <li className={styles.row}>
      <details className={styles.details}>
        <summary className={styles.line}>
          <span className={styles.title}>{title}</span>
          {note === '' ? null : <span className={styles.note}>{note}</span>}
          <span className={styles.tokens}>{tokens === null ? '' : words.tokens({ tokens: formatCount(tokens) })}</span>
          {text === '' ? null : <span className={styles.excerpt}>{text.slice(0, EXCERPT)}</span>}
        </summary>
        <div className={styles.text}>{text === '' ? words.noText : text}</div>
      </details>
      {eventId === null ? null : <EventJump agentId={agentId} eventId={eventId} />}
    </li>
  )
}
