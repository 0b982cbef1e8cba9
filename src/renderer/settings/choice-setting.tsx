import { Choices } from '../parts/choices.tsx'
import formStyles from '../parts/form.module.css'

interface ChoiceSettingProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  onChange(value: Value): void
}

/** A choice between a few options that are all visible. */
export function ChoiceSetting<Value extends string>({ label, ...choices }: ChoiceSettingProps<Value>) {
  return (
    <fieldset className={formStyles.setting}>
      <legend className={formStyles.settingLabel}>{label}</legend>
      <Choices {...choices} />
    </fieldset>
  )
}
