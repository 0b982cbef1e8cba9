import type { AgentId, EventId } from '../../shared/ids.ts'
import styles from './fork-dialog.module.css'
import { useAgentMarks } from '../agent/use-agent-marks.ts'

/** The part of the parent's context that a child inherits. */
export type ForkOrigin =
  | { readonly type: 'everything' }
  | { readonly type: 'event'; readonly eventId: EventId }
  /** Only the events after the mark. */
  | { readonly type: 'mark'; readonly name: string }

/** Returns the arguments of a fork for an origin. */
export function originOrder(origin: ForkOrigin): { readonly atEventId: EventId | null; readonly mark?: string } {
  if (origin.type === 'mark') return { atEventId: null, mark: origin.name }
  return { atEventId: origin.type === 'event' ? origin.eventId : null }
}

interface ForkOriginChoiceProps {
  readonly agentId: AgentId
  /** The message from which the dialog was opened; null: none. */
  readonly atEventId: EventId | null
  readonly origin: ForkOrigin
  onChange(origin: ForkOrigin): void
}

/**
 * Choice of the inherited context: up to a message, after a mark, or everything. Hidden if there is only one option.
 */
export function ForkOriginChoice({ agentId, atEventId, origin, onChange }: ForkOriginChoiceProps) {
  const marks = useAgentMarks(agentId)
    .marks.map(({ name }) => name)
    .toReversed()
  const [newest] = marks
  if (atEventId === null && newest === undefined) return null
  return (
    <fieldset className={styles.point}>
      <legend className={styles.label}>The child inherits</legend>
      {atEventId === null ? null : (
        <Origin checked={origin.type === 'event'} onChoose={() => onChange({ type: 'event', eventId: atEventId })}>
          everything up to the chosen message
        </Origin>
      )}
      <Origin checked={origin.type === 'everything'} onChoose={() => onChange({ type: 'everything' })}>
        everything so far
      </Origin>
      {newest === undefined ? null : (
        <div className={styles.markLine}>
          <Origin checked={origin.type === 'mark'} onChoose={() => onChange({ type: 'mark', name: newest })}>
            only what follows the mark
          </Origin>
          <select
            className={styles.level}
            aria-label="Mark"
            value={origin.type === 'mark' ? origin.name : newest}
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

interface OriginProps {
  readonly checked: boolean
  readonly children: string
  onChoose(): void
}

function Origin({ checked, children, onChoose }: OriginProps) {
  return (
    <label>
      <input type="radio" name="fork-point" checked={checked} onChange={onChoose} /> {children}
    </label>
  )
}
