import { useId } from 'react'

import type { PoolEntry } from '../../shared/config-entries.ts'
import { DEFAULT_EXPLORE, MAX_EXPLORE, POOL_STRATEGIES } from '../../shared/model-pool.ts'
import { Choices } from '../parts/choices.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import type { EntryFieldsProps } from './entry-form.tsx'
import { ModelRows } from './model-rows.tsx'

const words = texts.pools

const STRATEGIES = POOL_STRATEGIES.map((value) => ({ value, label: words.strategies[value] }))

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
      {entry.strategy === 'best' ? <ExploreField entry={entry} onChange={onChange} /> : null}
      <ModelRows models={entry.models} onChange={(models) => onChange({ ...entry, models: [...models] })} />
    </>
  )
}

function ExploreField({ entry, onChange }: EntryFieldsProps<PoolEntry>) {
  const [id, hint] = [useId(), useId()]
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {words.explore}
      </label>
      <input
        id={id}
        type="number"
        className={formStyles.field}
        min={0}
        max={MAX_EXPLORE}
        aria-describedby={hint}
        placeholder={`${DEFAULT_EXPLORE}`}
        value={entry.explore ?? ''}
        onChange={({ target }) =>
          onChange({ ...entry, explore: target.value === '' ? undefined : target.valueAsNumber })
        }
      />
      <p id={hint} className={formStyles.hint}>
        {words.exploreHint}
      </p>
    </div>
  )
}
