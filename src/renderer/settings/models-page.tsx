import { useState } from 'react'

import { type ApiProviderName, isProviderName, PROVIDERS } from '../../shared/providers.ts'
import { parseDollars } from '../../shared/money.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { ModelField } from '../models/model-field.tsx'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { calendarDayText } from '../text/calendar-day.ts'
import { inEnglishNotation } from '../text/locale.ts'
import styles from './entry-form.module.css'
import formStyles from '../parts/form.module.css'
import { formatDollars } from '../parts/money-text.ts'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { SelectSetting, TextSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'

const common = texts.settingsDialog
const words = texts.defaultModels

/** The provider of new agents, each provider's default model, and the cost above which the window asks. */
export function ModelsPage() {
  const { config: configActions } = useActions()
  const config = useConfiguration()
  const list = useModels((state) => state.list)
  if (config === null || list === null) return <p className={formStyles.lead}>{common.loading}</p>
  const providers = list.providers.flatMap(({ provider }) => (isProviderName(provider) ? [provider] : []))
  const model = list.defaultModel === null ? words.noModel : specTitle(list, list.defaultModel)
  return (
    <div className={formStyles.settings}>
      <SelectSetting
        label={words.provider}
        value={config.defaultProvider ?? ''}
        options={[
          { value: '', label: words.noProvider },
          ...providers.map((provider) => ({ value: provider, label: PROVIDERS[provider].label })),
          ...list.providers.flatMap(({ endpoint, label }) =>
            endpoint === undefined ? [] : [{ value: endpoint, label }],
          ),
        ]}
        onChange={(value) => configActions.update({ defaultProvider: value === '' ? null : value })}
      />
      <p className={formStyles.effect}>
        {list.endedDefault === undefined
          ? words.newAgentsUse({ model })
          : words.newAgentsUseInstead({ model, ended: list.endedDefault })}
      </p>
      {providers.map((provider) => (
        <DefaultModel key={provider} provider={provider} value={config.providers[provider]?.defaultModel ?? null} />
      ))}
      <CatalogSetting />
      <TextSetting
        label={words.askAbove}
        value={config.askAboveUsd === null ? '' : formatDollars(config.askAboveUsd)}
        placeholder={words.askAbovePlaceholder}
        hint={words.askAboveHint}
        onSave={async (text) => {
          const askAboveUsd = text === '' ? null : parseDollars(inEnglishNotation(text))
          if (text !== '' && askAboveUsd === null) return texts.budgets.notDollars
          return configActions.update({ askAboveUsd })
        }}
      />
    </div>
  )
}

interface DefaultModelProps {
  readonly provider: ApiProviderName
  /** As in config.json; null: the provider's own default. */
  readonly value: string | null
}

/** The model of new agents at one provider, chosen among its models and the pools. */
function DefaultModel({ provider, value }: DefaultModelProps) {
  const { config: configActions } = useActions()
  const [failure, setFailure] = useState<string | null>(null)
  const { label } = PROVIDERS[provider]
  async function save(defaultModel: string | null): Promise<void> {
    setFailure(await configActions.update({ providers: { [provider]: { defaultModel } } }))
  }
  return (
    <div className={formStyles.setting}>
      <span className={formStyles.settingLabel} aria-hidden>
        {label}
      </span>
      <span className={formStyles.settingField}>
        <span className={styles.grow}>
          <ModelField
            isLabelHidden
            label={label}
            provider={provider}
            spec={value}
            placeholder={words.placeholder}
            onChoose={(spec) => void save(spec)}
          />
        </span>
        {value === null ? null : (
          <Button tone="quiet" aria-label={words.useDefaultFor({ provider: label })} onClick={() => void save(null)}>
            {words.useDefault}
          </Button>
        )}
      </span>
      <FailureNote failure={failure} />
    </div>
  )
}

const catalogWords = texts.defaultModels.catalog

/** How old the catalogue of models is, and a button that renews it. */
function CatalogSetting() {
  const { settings } = useActions()
  const list = useModels((state) => state.list)
  const pricesAsOf = list?.pricesAsOf ?? null
  const [running, setRunning] = useState(false)
  const [lines, setLines] = useState<readonly string[]>([])
  async function renew(): Promise<void> {
    setRunning(true)
    setLines(await settings.renewModels())
    setRunning(false)
  }
  return (
    <div className={formStyles.setting}>
      <span className={formStyles.settingLabel}>{catalogWords.label}</span>
      <span className={formStyles.settingField}>
        <Button disabled={running} onClick={() => void renew()}>
          {running ? catalogWords.renewing : catalogWords.renew}
        </Button>
      </span>
      <p className={formStyles.hint}>
        {list?.renewedOn === undefined ? catalogWords.builtIn : catalogWords.renewedOn({ day: list.renewedOn })}{' '}
        {pricesAsOf === null
          ? catalogWords.pricesOfUnknownDay
          : catalogWords.pricesAsOf({ day: calendarDayText(pricesAsOf) })}
      </p>
      {lines.map((line) => (
        <p key={line} className={formStyles.hint} role="status">
          {line}
        </p>
      ))}
    </div>
  )
}
