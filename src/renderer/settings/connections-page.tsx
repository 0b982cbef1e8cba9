import { useActions } from '../hooks/app-context.ts'
import { PROVIDERS, PROVIDER_NAMES } from '../../shared/providers.ts'
import formStyles from '../parts/form.module.css'
import { TextSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'

/** The address of each provider, and the proxy for all of them. */
export function ConnectionsPage() {
  const { config: configActions } = useActions()
  const config = useConfiguration()
  if (config === null) return <p className={formStyles.lead}>Loading settings…</p>
  return (
    <div className={formStyles.settings}>
      {PROVIDER_NAMES.map((provider) => (
        <TextSetting
          key={provider}
          label={PROVIDERS[provider].label}
          value={config.providers[provider]?.baseUrl ?? ''}
          placeholder={provider === 'local' ? 'http://127.0.0.1:11434/v1' : 'Default address'}
          onSave={(text) => configActions.update({ providers: { [provider]: { baseUrl: text === '' ? null : text } } })}
        />
      ))}
      <h4 className={formStyles.subheading}>Proxy</h4>
      <TextSetting
        label="For all providers"
        value={config.proxyFromEnvironment ? '' : (config.proxy ?? '')}
        placeholder="http://proxy.example.com:3128"
        hint={proxyHint(config.proxy, config.proxyFromEnvironment)}
        onSave={(text) => configActions.update({ proxy: text === '' ? null : text })}
      />
    </div>
  )
}

function proxyHint(proxy: string | null, fromEnvironment: boolean): string {
  const never = 'Requests to this computer bypass the proxy.'
  if (fromEnvironment && proxy !== null) return `In use: ${proxy}, from HTTPS_PROXY in the environment. ${never}`
  return proxy === null ? `No proxy in use. ${never}` : `In use. Overrides HTTPS_PROXY in the environment. ${never}`
}
