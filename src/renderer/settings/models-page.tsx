import { useState } from 'react'

import { type ApiProviderName, OUTSIDE, PROVIDERS } from '../../shared/providers.ts'
import { dollars, NOT_DOLLARS, parseDollars } from '../../shared/money.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { ModelField } from '../models/model-field.tsx'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from './entry-form.module.css'
import { CatalogSetting } from './catalog-setting.tsx'
import { SelectSetting } from './select-setting.tsx'
import formStyles from '../parts/form.module.css'
import { TextSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'

/** The provider of new agents, each provider's default model, and the cost above which the window asks. */
export function ModelsPage() {
  const { config: configActions } = useActions()
  const config = useConfiguration()
  const list = useModels((state) => state.list)
  if (config === null || list === null) return <p className={formStyles.lead}>Loading settings…</p>
  const providers = list.providers.flatMap(({ provider }) => (provider === OUTSIDE ? [] : [provider]))
  return (
    <div className={formStyles.settings}>
      <SelectSetting
        label="Default provider"
        value={config.defaultProvider ?? ''}
        options={[
          { value: '', label: 'None: choose for each agent' },
          ...providers.map((provider) => ({ value: provider, label: PROVIDERS[provider].label })),
        ]}
        onChange={(value) =>
          configActions.update({ defaultProvider: providers.find((provider) => provider === value) ?? null })
        }
      />
      <p className={formStyles.effect}>
        New agents use: {list.defaultModel ?? 'no model'}
        {list.endedDefault === undefined ? '' : `, because ${list.endedDefault} is no longer available`}
      </p>
      {providers.map((provider) => (
        <DefaultModel key={provider} provider={provider} value={config.providers[provider]?.defaultModel ?? null} />
      ))}
      <CatalogSetting />
      <TextSetting
        label="Ask before sending above"
        value={config.askAboveUsd === null ? '' : dollars(config.askAboveUsd)}
        placeholder="Never, or enter an amount such as $1.00"
        hint="Compared with the estimated cost of the prompt. Without a known price, ikigai does not ask."
        onSave={async (text) => {
          const askAboveUsd = text === '' ? null : parseDollars(text)
          if (text !== '' && askAboveUsd === null) return NOT_DOLLARS
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
            placeholder="Default"
            onChoose={(spec) => void save(spec)}
          />
        </span>
        {value === null ? null : (
          <Button tone="quiet" aria-label={`Use default for ${label}`} onClick={() => void save(null)}>
            Use default
          </Button>
        )}
      </span>
      <FailureNote failure={failure} />
    </div>
  )
}
