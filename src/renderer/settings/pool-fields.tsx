import type { PoolEntry } from '../../shared/config-entries.ts'
import { Choices } from '../parts/choices.tsx'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import type { EntryFieldsProps } from './entry-form.tsx'
import { ModelRows } from './model-rows.tsx'

const words = texts.pools

const STRATEGIES = [
  { value: 'failover', label: words.strategies.failover },
  { value: 'round-robin', label: words.strategies['round-robin'] },
] as const

/** The fields of a pool. */
export function PoolFields({ entry, onChange }: EntryFieldsProps<PoolEntry>) {
  return (
    <>
      <fieldset className={styles.field}>
        <legend className={styles.label}>{words.strategy}</legend>
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
