import type { PriceQuestion } from '../actions/price-actions.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import styles from './fork-dialog.module.css'
import { useAgentMarks } from '../agent/use-agent-marks.ts'

/** The part of the parent's context that a child inherits. */
export type ForkStart =
  | { readonly type: 'everything' }
  | { readonly type: 'event'; readonly eventId: EventId }
  /** Only the events after the mark. */
  | { readonly type: 'mark'; readonly name: string }

/** Returns the fields of a request for a fork, or for its price. */
export function forkStartFields(start: ForkStart): Pick<PriceQuestion, 'atEventId' | 'mark'> {
  if (start.type === 'mark') return { mark: start.name }
  return start.type === 'event' ? { atEventId: start.eventId } : {}
}

interface ForkStartChoiceProps {
  readonly agentId: AgentId
  /** The message from which the dialog was opened; null: none. */
  readonly atEventId: EventId | null
  readonly start: ForkStart
  onChange(start: ForkStart): void
}

/**
 * Choice of the inherited context: up to a message, after a mark, or everything. Hidden if there is only one option.
 */
export function ForkStartChoice({ agentId, atEventId, start, onChange }: ForkStartChoiceProps) {
  const marks = useAgentMarks(agentId)
    .marks.map(({ name }) => name)
    .toReversed()
  const [newest] = marks
  if (atEventId === null && newest === undefined) return null
  return (
    <fieldset className={styles.point}>
      <legend className={styles.label}>Starts from</legend>
      {atEventId === null ? null : (
        <StartOption checked={start.type === 'event'} onChoose={() => onChange({ type: 'event', eventId: atEventId })}>
          everything up to the chosen message
        </StartOption>
      )}
      <StartOption checked={start.type === 'everything'} onChoose={() => onChange({ type: 'everything' })}>
        everything so far
      </StartOption>
      {newest === undefined ? null : (
        <div className={styles.markLine}>
          <StartOption checked={start.type === 'mark'} onChoose={() => onChange({ type: 'mark', name: newest })}>
            only what follows the mark
          </StartOption>
          <select
            className={styles.level}
            aria-label="Mark"
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
