import { useId, useState } from 'react'

import formStyles from '../parts/form.module.css'

interface SelectSettingProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Returns why it was not saved, or null. */
  onChange(value: string): Promise<string | null>
}

/** A choice from a list; takes effect immediately. */
export function SelectSetting({ label, value, options, onChange }: SelectSettingProps) {
  const id = useId()
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <div className={formStyles.setting}>
      <label htmlFor={id} className={formStyles.settingLabel}>
        {label}
      </label>
      <select
        id={id}
        className={formStyles.select}
        value={value}
        onChange={(change) => void onChange(change.target.value).then(setFailure)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {failure === null ? null : (
        <p className={formStyles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
