import { useActions } from '../hooks/app-context.ts'
import { usePreferences } from '../hooks/use-stores.ts'
import { FONT_SIZES, MOST_PANES, THEMES, type FontSize, type Theme } from '../store/preference-store.ts'
import { NotificationSetting } from './notification-setting.tsx'
import { SelectSetting } from './select-setting.tsx'
import formStyles from '../parts/form.module.css'
import { Choices } from '../parts/choices.tsx'

const THEME_LABELS: Readonly<Record<Theme, string>> = { system: 'Match system', light: 'Light', dark: 'Dark' }
const SIZE_LABELS: Readonly<Record<FontSize, string>> = {
  small: 'Small',
  normal: 'Normal',
  large: 'Large',
  larger: 'Larger',
}

const PASTE_OPTIONS: readonly { readonly value: 'attach' | 'text'; readonly label: string }[] = [
  { value: 'attach', label: 'Attach' },
  { value: 'text', label: 'Insert as text' },
]

const PANE_OPTIONS = [
  { value: 'automatic', label: 'As many as fit' },
  ...Array.from({ length: MOST_PANES }, (_, index) => String(index + 1)).map((value) => ({ value, label: value })),
]

/** Theme, font size, number of panes, long pastes and system notifications. */
export function AppearancePage() {
  const { settings } = useActions()
  const preferences = usePreferences((state) => state)
  return (
    <div className={formStyles.settings}>
      <ChoiceSetting
        label="Theme"
        value={preferences.theme}
        options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
        onChange={(theme) => void settings.setTheme(theme)}
      />
      <ChoiceSetting
        label="Text size"
        value={preferences.fontSize}
        options={FONT_SIZES.map((value) => ({ value, label: SIZE_LABELS[value] }))}
        onChange={(fontSize) => void settings.prefer({ fontSize })}
      />
      <ChoiceSetting
        label="Long pastes"
        value={preferences.foldPastes ? 'attach' : 'text'}
        options={PASTE_OPTIONS}
        onChange={(choice) => void settings.prefer({ foldPastes: choice === 'attach' })}
      />
      <SelectSetting
        label="Maximum number of panes side by side"
        value={String(preferences.maxPanes)}
        options={PANE_OPTIONS}
        onChange={async (value) => {
          await settings.prefer({ maxPanes: value === 'automatic' ? value : Number(value) })
          return null
        }}
      />
      <NotificationSetting />
    </div>
  )
}

interface ChoiceSettingProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  onChange(value: Value): void
}

/** A choice between a few options that are all visible. */
function ChoiceSetting<Value extends string>({ label, ...choices }: ChoiceSettingProps<Value>) {
  return (
    <fieldset className={formStyles.setting}>
      <legend className={formStyles.settingLabel}>{label}</legend>
      <Choices {...choices} />
    </fieldset>
  )
}
