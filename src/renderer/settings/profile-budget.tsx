import { useState } from 'react'

import type { ProfileEntry } from '../../shared/profile.ts'
import { Choices } from '../parts/choices.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import type { EntryFieldsProps } from './entry-form.tsx'

const words = texts.profiles.budget

type Unit = 'none' | 'dollars' | 'tokens'

const UNITS: readonly { readonly value: Unit; readonly label: string }[] = [
  { value: 'none', label: words.units.none },
  { value: 'dollars', label: words.units.dollars },
  { value: 'tokens', label: words.units.tokens },
]

/** The budget of an agent with this profile and its descendants. */
export function ProfileBudget({ entry, onChange }: EntryFieldsProps<ProfileEntry>) {
  const [unit, setUnit] = useState(unitOf(entry))
  const amount = unit === 'dollars' ? entry.max_cost : entry.max_tokens

  function change(nextUnit: Unit, next: number | undefined): void {
    setUnit(nextUnit)
    const { max_cost: _cost, max_tokens: _tokens, ...others } = entry
    const key = nextUnit === 'dollars' ? 'max_cost' : 'max_tokens'
    onChange(nextUnit === 'none' || next === undefined ? others : { ...others, [key]: next })
  }

  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{words.label}</legend>
      <Choices value={unit} options={UNITS} onChange={(next) => change(next, undefined)} />
      {unit === 'none' ? null : (
        <input
          type="number"
          className={formStyles.field}
          aria-label={unit === 'dollars' ? words.inDollars : words.inTokens}
          min={unit === 'dollars' ? 0 : 1}
          step={unit === 'dollars' ? 'any' : 1}
          required
          value={amount ?? ''}
          onChange={({ target }) => change(unit, target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </fieldset>
  )
}

function unitOf({ max_cost: usd, max_tokens: tokens }: ProfileEntry): Unit {
  return usd !== undefined ? 'dollars' : tokens === undefined ? 'none' : 'tokens'
}
