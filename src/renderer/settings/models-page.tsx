import { type ApiProviderName, OUTSIDE, PROVIDERS } from '../../shared/providers.ts'
import { dollars, NOT_DOLLARS, parseDollars } from '../../shared/money.ts'
import { modelText } from '../../shared/model-spec-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
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
  const withApi = list.providers.flatMap(({ provider, models }) => (provider === OUTSIDE ? [] : [{ provider, models }]))
  const providers = withApi.map(({ provider }) => provider)
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
      {withApi.map(({ provider, models }) => (
        <DefaultModel
          key={provider}
          provider={provider}
          value={config.providers[provider]?.defaultModel ?? ''}
          models={models.map(({ id }) => modelText(provider, id))}
        />
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
  readonly value: string
  readonly models: readonly string[]
}

function DefaultModel({ provider, value, models }: DefaultModelProps) {
  const { config: configActions } = useActions()
  const offers = `default-model-${provider}`
  return (
    <>
      <TextSetting
        label={PROVIDERS[provider].label}
        value={value}
        placeholder="Default, or enter MODEL or MODEL/LEVEL"
        list={offers}
        onSave={(text) =>
          configActions.update({ providers: { [provider]: { defaultModel: text === '' ? null : text } } })
        }
      />
      <datalist id={offers}>
        {models.map((model) => (
          <option key={model} value={model}>
            {model}
          </option>
        ))}
      </datalist>
    </>
  )
}
