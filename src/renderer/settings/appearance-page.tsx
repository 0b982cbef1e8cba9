import { useActions } from '../hooks/app-context.ts'
import { usePreferences } from '../hooks/use-stores.ts'
import { DENSITIES, type Density, MOST_PANES, TEXT_SIZES, type Theme, THEMES } from '../store/preference-store.ts'
import { NotificationSetting } from './notification-setting.tsx'
import { SelectSetting } from './select-setting.tsx'
import formStyles from '../parts/form.module.css'
import { Checkbox } from '../parts/checkbox.tsx'
import { Choices } from '../parts/choices.tsx'
import { TextSetting } from './text-setting.tsx'

const THEME_LABELS: Readonly<Record<Theme, string>> = { system: 'Match system', light: 'Light', dark: 'Dark' }
const DENSITY_LABELS: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' }
const SIZE_OPTIONS = TEXT_SIZES.map((size) => ({ value: String(size), label: `${size} %` }))
const FONT_HINT = 'The name of an installed font. Without one, the font of the system is used.'

const PASTE_OPTIONS: readonly { readonly value: 'attach' | 'text'; readonly label: string }[] = [
  { value: 'attach', label: 'Attach' },
  { value: 'text', label: 'Insert as text' },
]

const PANE_OPTIONS = [
  { value: 'automatic', label: 'As many as fit' },
  ...Array.from({ length: MOST_PANES }, (_, index) => String(index + 1)).map((value) => ({ value, label: value })),
]

/** Theme, text, density, code, number of panes, long pastes and system notifications. */
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
      <SelectSetting
        label="Text size"
        value={String(preferences.textSize)}
        options={SIZE_OPTIONS}
        onChange={async (size) => {
          await settings.prefer({ textSize: Number(size) })
          return null
        }}
      />
      <FontSettings />
      <ChoiceSetting
        label="Density"
        value={preferences.density}
        options={DENSITIES.map((value) => ({ value, label: DENSITY_LABELS[value] }))}
        onChange={(density) => void settings.prefer({ density })}
      />
      <CodeSetting />
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

function FontSettings() {
  const { settings } = useActions()
  const fonts = usePreferences((state) => state.fonts)
  async function save(change: Partial<typeof fonts>): Promise<null> {
    await settings.prefer({ fonts: { ...fonts, ...change } })
    return null
  }
  return (
    <>
      <TextSetting label="Text font" value={fonts.text} placeholder="System font" onSave={(text) => save({ text })} />
      <TextSetting
        label="Code font"
        value={fonts.code}
        placeholder="System font"
        hint={FONT_HINT}
        onSave={(code) => save({ code })}
      />
    </>
  )
}

/** The same choices as in the header of each block of code. */
function CodeSetting() {
  const { settings } = useActions()
  const codeView = usePreferences((state) => state.codeView)
  return (
    <fieldset className={formStyles.setting}>
      <legend className={formStyles.settingLabel}>Code</legend>
      <span className={formStyles.settingField}>
        <Checkbox
          label="Wrap long lines"
          checked={codeView.wrap}
          onChange={(wrap) => void settings.prefer({ codeView: { ...codeView, wrap } })}
        />
        <Checkbox
          label="Line numbers"
          checked={codeView.lineNumbers}
          onChange={(lineNumbers) => void settings.prefer({ codeView: { ...codeView, lineNumbers } })}
        />
      </span>
    </fieldset>
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
