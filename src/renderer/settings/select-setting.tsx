import { useId, useState } from 'react'

import styles from './settings-dialog.module.css'

interface SelectSettingProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Answers why it was not saved, or null. */
  onChange(value: string): Promise<string | null>
}

/** One of a few; it counts as soon as it is chosen. */
export function SelectSetting({ label, value, options, onChange }: SelectSettingProps) {
  const id = useId()
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <div className={styles.setting}>
      <label htmlFor={id} className={styles.settingLabel}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
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
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
