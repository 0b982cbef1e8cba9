import type { PriceQuestion } from '../actions/price-actions.ts'
import type { ForkRequest } from '../../shared/engine-api.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import styles from './fork-dialog.module.css'
import { useAgentMarks } from '../agent/use-agent-marks.ts'
import { texts } from '../text/texts.ts'

const words = texts.fork.start

/** The part of the parent's context that a child inherits. */
export type ForkStart =
  | { readonly type: 'everything' }
  | { readonly type: 'event'; readonly eventId: EventId }
  /** The events before this one. */
  | { readonly type: 'before'; readonly eventId: EventId }
  /** Only the events after the mark. */
  | { readonly type: 'mark'; readonly name: string }

/** Returns the fields of a request for a fork. */
export function forkStartFields(start: ForkStart): Pick<ForkRequest, 'atEventId' | 'before' | 'mark'> {
  return start.type === 'before' ? { before: start.eventId } : priceFields(start)
}

/** Returns the fields of a request for the price of a fork. */
export function priceFields(start: ForkStart): Pick<PriceQuestion, 'atEventId' | 'mark'> {
  switch (start.type) {
    case 'mark':
      return { mark: start.name }
    case 'event':
      return { atEventId: start.eventId }
    case 'before':
      return { atEventId: start.eventId - 1 }
    default:
      return {}
  }
}

interface ForkStartChoiceProps {
  readonly agentId: AgentId
  /** The message from which the dialog was opened; null: none. */
  readonly atEventId: EventId | null
  /** Whether the dialog was opened for the place before that message. */
  readonly before: boolean
  readonly start: ForkStart
  onChange(start: ForkStart): void
}

/**
 * Choice of the inherited context: up to a message, after a mark, or everything. Hidden if there is only one option.
 */
export function ForkStartChoice({ agentId, atEventId, before, start, onChange }: ForkStartChoiceProps) {
  const marks = useAgentMarks(agentId)
    .marks.map(({ name }) => name)
    .toReversed()
  const [newest] = marks
  if (atEventId === null && newest === undefined) return null
  return (
    <fieldset className={styles.point}>
      <legend className={styles.label}>{words.label}</legend>
      {atEventId === null ? null : (
        <StartOption
          checked={start.type === 'event' || start.type === 'before'}
          onChoose={() => onChange({ type: before ? 'before' : 'event', eventId: atEventId })}
        >
          {before ? words.before : words.event}
        </StartOption>
      )}
      <StartOption checked={start.type === 'everything'} onChoose={() => onChange({ type: 'everything' })}>
        {words.everything}
      </StartOption>
      {newest === undefined ? null : (
        <div className={styles.markLine}>
          <StartOption checked={start.type === 'mark'} onChoose={() => onChange({ type: 'mark', name: newest })}>
            {words.mark}
          </StartOption>
          <select
            className={styles.choice}
            aria-label={words.whichMark}
            value={start.type === 'mark' ? start.name : newest}
            onChange={(change) => onChange({ type: 'mark', name: change.target.value })}
          >
            {marks.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
    </fieldset>
  )
}

interface StartOptionProps {
  readonly checked: boolean
  readonly children: string
  onChoose(): void
}

function StartOption({ checked, children, onChoose }: StartOptionProps) {
  return (
    <label>
      <input type="radio" name="fork-point" checked={checked} onChange={onChoose} /> {children}
    </label>
  )
}
