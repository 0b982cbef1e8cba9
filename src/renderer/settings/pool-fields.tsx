import type { PoolEntry } from '../../shared/config-entries.ts'
import { Choices } from '../parts/choices.tsx'
import styles from './entry-form.module.css'
import type { EntryFieldsProps } from './entry-form.tsx'
import { ModelRows } from './model-rows.tsx'

export const STRATEGY_TEXT: Readonly<Record<PoolEntry['strategy'], string>> = {
  failover: 'The first that works',
  'round-robin': 'One after the other',
}

const STRATEGIES = [
  { value: 'failover', label: STRATEGY_TEXT.failover },
  { value: 'round-robin', label: STRATEGY_TEXT['round-robin'] },
] as const

/** The fields of a pool. */
export function PoolFields({ entry, onChange }: EntryFieldsProps<PoolEntry>) {
  return (
    <>
      <fieldset className={styles.field}>
        <legend className={styles.label}>Which model answers</legend>
        <Choices
          value={entry.strategy}
          options={STRATEGIES}
          onChange={(strategy) => onChange({ ...entry, strategy })}
        />
      </fieldset>
      <ModelRows models={entry.models} onChange={(models) => onChange({ ...entry, models: [...models] })} />
    </>
  )
}
