import { useId } from 'react'

import formStyles from '../parts/form.module.css'
import styles from './choice-setting.module.css'

interface ChoiceSettingProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  onChange(value: Value): void
}

/** A choice between a few options that are all visible. */
export function ChoiceSetting<Value extends string>({ label, value, options, onChange }: ChoiceSettingProps<Value>) {
  const name = useId()
  return (
    <fieldset className={formStyles.setting}>
      <legend className={formStyles.settingLabel}>{label}</legend>
      <span className={styles.choices}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice} data-checked={option.value === value}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </span>
    </fieldset>
  )
}
