import { useId, useState } from 'react'
import { hostBridge } from '../connection/window-host.ts'

import { useActions } from '../hooks/app-context.ts'
import { usePreferences } from '../hooks/use-stores.ts'
import { DENSITIES, MOST_PANES, TEXT_SIZES, THEMES } from '../store/preference-store.ts'
import { LANGUAGE_CHOICES, STORED_CHOICES } from '../text/language.ts'
import { texts } from '../text/texts.ts'
import formStyles from '../parts/form.module.css'
import { Checkbox } from '../parts/checkbox.tsx'
import { Choices } from '../parts/choices.tsx'
import { SYSTEM_FONT } from '../theme/apply-theme.ts'
import { SelectSetting, TextSetting } from './text-setting.tsx'

const words = texts.appearance

const SIZE_OPTIONS = TEXT_SIZES.map((size) => ({ value: String(size), label: `${size} %` }))

const PASTE_OPTIONS: readonly { readonly value: 'attach' | 'text'; readonly label: string }[] = [
  { value: 'attach', label: words.longPasteChoices.attach },
  { value: 'text', label: words.longPasteChoices.text },
]

const PANE_OPTIONS = [
  { value: 'automatic', label: words.automaticPanes },
  ...Array.from({ length: MOST_PANES }, (_, index) => String(index + 1)).map((value) => ({ value, label: value })),
]

/** Language, theme, text, density, code, number of panes, long pastes and system notifications. */
export function AppearancePage() {
  const { settings } = useActions()
  const preferences = usePreferences((state) => state)
  return (
    <div className={formStyles.settings}>
      <SelectSetting
        label={words.language}
        value={preferences.language}
        options={LANGUAGE_CHOICES.map((value) => ({ value, label: words.languages[value] }))}
        onChange={(value) => settings.setLanguage(STORED_CHOICES.find((choice) => choice === value) ?? 'system')}
      />
      <ChoiceSetting
        label={words.theme}
        value={preferences.theme}
        options={THEMES.map((value) => ({ value, label: words.themes[value] }))}
        onChange={(theme) => void settings.setTheme(theme)}
      />
      <SelectSetting
        label={words.textSize}
        value={String(preferences.textSize)}
        options={SIZE_OPTIONS}
        onChange={async (size) => {
          await settings.prefer({ textSize: Number(size) })
          return null
        }}
      />
      <FontSettings />
      <ChoiceSetting
        label={words.density}
        value={preferences.density}
        options={DENSITIES.map((value) => ({ value, label: words.densities[value] }))}
        onChange={(density) => void settings.prefer({ density })}
      />
      <CodeSetting />
      <ChoiceSetting
        label={words.longPastes}
        value={preferences.foldPastes ? 'attach' : 'text'}
        options={PASTE_OPTIONS}
        onChange={(choice) => void settings.prefer({ foldPastes: choice === 'attach' })}
      />
      <SelectSetting
        label={words.maxPanes}
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

/** Names, the same in every language. */
const BUNDLED = { text: 'Hanken Grotesk, Literata', code: 'JetBrains Mono' }

function FontSettings() {
  const system = useId()
  const { settings } = useActions()
  const fonts = usePreferences((state) => state.fonts)
  async function save(change: Partial<typeof fonts>): Promise<null> {
    await settings.prefer({ fonts: { ...fonts, ...change } })
    return null
  }
  return (
    <>
      <TextSetting
        label={words.textFont}
        value={fonts.text}
        placeholder={BUNDLED.text}
        list={system}
        onSave={(text) => save({ text })}
      />
      <TextSetting
        label={words.codeFont}
        value={fonts.code}
        placeholder={BUNDLED.code}
        list={system}
        hint={words.fontHint({ system: SYSTEM_FONT })}
        onSave={(code) => save({ code })}
      />
      <datalist id={system}>
        <option value={SYSTEM_FONT}>{SYSTEM_FONT}</option>
      </datalist>
    </>
  )
}

/** The same choices as in the header of each block of code. */
function CodeSetting() {
  const { settings } = useActions()
  const codeView = usePreferences((state) => state.codeView)
  return (
    <fieldset className={formStyles.setting}>
      <legend className={formStyles.settingLabel}>{words.code}</legend>
      <span className={formStyles.settingField}>
        <Checkbox
          label={words.wrapLines}
          checked={codeView.wrap}
          onChange={(wrap) => void settings.prefer({ codeView: { ...codeView, wrap } })}
        />
        <Checkbox
          label={words.lineNumbers}
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

/**
 * The switch for system notifications, in browsers only, where switching it on asks for permission. In Electron, the
 * host shows notifications.
 */
function NotificationSetting() {
  const { settings } = useActions()
  const wanted = usePreferences((state) => state.notifications)
  const [blocked, setBlocked] = useState(() => 'Notification' in window && Notification.permission === 'denied')
  if (hostBridge() !== null || !('Notification' in window)) return null

  async function change(on: boolean): Promise<void> {
    const permission = on ? await Notification.requestPermission() : 'default'
    setBlocked(permission === 'denied')
    await settings.prefer({ notifications: on && permission === 'granted' })
  }

  return (
    <div className={formStyles.setting}>
      <Checkbox label={words.notify} checked={wanted && !blocked} onChange={(on) => void change(on)} />
      {blocked ? <p className={formStyles.hint}>{words.notificationsBlocked}</p> : null}
    </div>
  )
}
