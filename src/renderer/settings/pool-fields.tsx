import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'

import type { PoolEntry } from '../../shared/config-entries.ts'
import { DEFAULT_EXPLORE, MAX_EXPLORE, POOL_STRATEGIES } from '../../shared/model-pool.ts'
import { useModels } from '../hooks/use-stores.ts'
import { ModelField } from '../models/model-field.tsx'
import { Choices } from '../parts/choices.tsx'
import formStyles from '../parts/form.module.css'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import type { EntryFieldsProps } from './entry-form.tsx'
import { useKeyedRows } from './use-keyed-rows.ts'

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

interface ModelRowsProps {
  /** As typed after `/model`. */
  readonly models: readonly string[]
  onChange(models: readonly string[]): void
}

const STEPS: Readonly<Record<string, 1 | -1 | undefined>> = { ArrowUp: -1, ArrowDown: 1 }

/** Models in their order. They are moved with buttons, or with Alt and an arrow key. */
function ModelRows({ models, onChange }: ModelRowsProps) {
  const { rows, set, add, remove, move } = useKeyedRows(models, onChange)
  const [moved, setMoved] = useState('')
  const list = useModels((state) => state.list)

  function step(index: number, by: 1 | -1): void {
    const target = move(index, by)
    if (target !== null)
      setMoved(
        words.moved({ model: specTitle(list, rows[index]?.value ?? ''), place: target + 1, models: rows.length }),
      )
  }

  function onKeyDown(key: KeyboardEvent, index: number): void {
    const by = key.altKey ? STEPS[key.key] : undefined
    if (by === undefined) return
    key.preventDefault()
    key.stopPropagation()
    step(index, by)
  }

  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{words.models}</legend>
      <ol className={styles.rows}>
        {rows.map(({ key, value }, index) => (
          // The keys of the buttons and the field inside it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={key} className={styles.row} onKeyDown={(event) => onKeyDown(event, index)}>
            <span className={styles.grow}>
              <ModelField
                isLabelHidden
                offersPools={false}
                label={words.model({ place: index + 1 })}
                spec={value}
                onChoose={(chosen) => set(index, chosen)}
              />
            </span>
            <PlainIconButton
              label={words.moveUp({ place: index + 1 })}
              aria-disabled={index === 0}
              onClick={() => step(index, -1)}
            >
              <ArrowUp aria-hidden />
            </PlainIconButton>
            <PlainIconButton
              label={words.moveDown({ place: index + 1 })}
              aria-disabled={index === rows.length - 1}
              onClick={() => step(index, 1)}
            >
              <ArrowDown aria-hidden />
            </PlainIconButton>
            <PlainIconButton label={words.removeModel({ place: index + 1 })} onClick={() => remove(index)}>
              <X aria-hidden />
            </PlainIconButton>
          </li>
        ))}
      </ol>
      <ModelField
        isLabelHidden
        offersPools={false}
        label={words.addModel}
        spec={null}
        placeholder={words.addModelPlaceholder}
        onChoose={add}
      />
      <span className="visually-hidden" role="status">
        {moved}
      </span>
    </fieldset>
  )
}
