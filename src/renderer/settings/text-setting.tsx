import { useId, useState, type FormEvent } from 'react'

import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'

const words = texts.settingsDialog

interface TextSettingProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly hint?: string
  /** Id of a `<datalist>` with suggestions. */
  readonly list?: string | undefined
  /** Returns why it was not saved, or null. Empty: the default applies. */
  onSave(value: string): Promise<string | null>
}

/** A line of text that is saved with Enter, or with a button that appears after a change. */
export function TextSetting({ label, value, placeholder, hint, list, onSave }: TextSettingProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const changed = draft !== null && draft.trim() !== value

  async function save(form: FormEvent): Promise<void> {
    form.preventDefault()
    if (draft === null) return
    const refusal = await onSave(draft.trim())
    setFailure(refusal)
    if (refusal === null) setDraft(null)
  }

  return (
    <form className={formStyles.setting} onSubmit={(form) => void save(form)}>
      <label htmlFor={id} className={formStyles.settingLabel}>
        {label}
      </label>
      <span className={formStyles.settingField}>
        <input
          id={id}
          type="text"
          className={formStyles.field}
          value={draft ?? value}
          placeholder={placeholder}
          list={list}
          spellCheck={false}
          autoComplete="off"
          onChange={(change) => setDraft(change.target.value)}
        />
        {changed ? (
          <Button type="submit" tone="primary" aria-label={words.saveSetting({ label })}>
            {words.save}
          </Button>
        ) : null}
      </span>
      {hint === undefined ? null : <p className={formStyles.hint}>{hint}</p>}
      <FailureNote className={formStyles.failure} failure={failure} />
    </form>
  )
}

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
      <FailureNote className={formStyles.failure} failure={failure} />
    </div>
  )
}
