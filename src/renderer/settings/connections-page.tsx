import type { ConfigState } from '../../shared/config-change.ts'
import { useActions } from '../hooks/app-context.ts'
import { PROVIDERS, PROVIDER_NAMES } from '../../shared/providers.ts'
import { RenewalQuestion, useRenewalQuestion } from '../hooks/renewal-question.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import { SelectSetting, TextSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'

const common = texts.settingsDialog
const words = texts.connections

/** The address of each provider, the proxy for all of them, and which hosts are connected to at all. */
export function ConnectionsPage() {
  const { config: configActions } = useActions()
  const config = useConfiguration()
  const isAsked = useRenewalQuestion()
  if (config === null) return <p className={formStyles.lead}>{common.loading}</p>
  return (
    <div className={formStyles.settings}>
      {PROVIDER_NAMES.map((provider) => (
        <TextSetting
          key={provider}
          label={PROVIDERS[provider].label}
          value={config.providers[provider]?.baseUrl ?? ''}
          placeholder={provider === 'local' ? 'http://127.0.0.1:11434/v1' : words.defaultAddress}
          onSave={(text) => configActions.update({ providers: { [provider]: { baseUrl: text === '' ? null : text } } })}
        />
      ))}
      <h4 className={formStyles.subheading}>{words.proxy}</h4>
      <TextSetting
        label={words.forAll}
        value={config.proxyFromEnvironment ? '' : (config.proxy ?? '')}
        placeholder="http://proxy.example.com:3128"
        hint={proxyHint(config.proxy, config.proxyFromEnvironment)}
        onSave={(text) => configActions.update({ proxy: text === '' ? null : text })}
      />
      <h4 className={formStyles.subheading}>{words.reach}</h4>
      <TextSetting
        label={words.onlyHosts}
        value={hostsText(config.onlyHosts)}
        placeholder={words.anyHost}
        hint={hostsHint(config)}
        onSave={(text) =>
          configActions.update({ onlyHosts: text === '' ? null : text.split(/[\s,]+/).filter(Boolean) })
        }
      />
      {isAsked ? (
        <RenewalQuestion />
      ) : (
        <SelectSetting
          label={words.renew}
          value={String(config.renewModelsAtStart === true)}
          options={[
            { value: 'false', label: words.renewals.onRequest },
            { value: 'true', label: words.renewals.atStart },
          ]}
          onChange={(value) => configActions.update({ renewModelsAtStart: value === 'true' })}
        />
      )}
    </div>
  )
}

/** An empty list names no host, so that only this computer is left. */
function hostsText(hosts: readonly string[] | null): string {
  return hosts === null ? '' : hosts.length === 0 ? 'localhost' : hosts.join(', ')
}

function hostsHint({ onlyHosts, hostsFromEnvironment }: ConfigState): string {
  if (hostsFromEnvironment) return words.hostHints.environment
  return onlyHosts === null ? words.hostHints.none : words.hostHints.some
}

function proxyHint(proxy: string | null, fromEnvironment: boolean): string {
  if (fromEnvironment && proxy !== null) return words.hints.environment({ proxy })
  return proxy === null ? words.hints.none : words.hints.own
}
