import { err, ok, refuse, type Result } from '../../../shared/result.ts'
import type { Config, CredentialStore } from '../../core/ports/config-ports.ts'
import type { Provider, ProviderFactory } from '../../core/ports/provider-ports.ts'
import { API_PROVIDERS, type ApiProviderName, OUTSIDE } from '../../../shared/providers.ts'
import { LearnedFacts } from './learned-facts.ts'
import { PROVIDER_ADAPTERS } from './provider-table.ts'

export interface ProviderFactoryOptions {
  readonly credentials: CredentialStore
  readonly config: Config
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Idle time after which a request is aborted, ms; config.json takes precedence. */
  readonly idleTimeoutMs?: number
  /** Missing: what is learned about servers is kept as long as the factory. */
  readonly facts?: LearnedFacts
}

/** Creates providers with the current key and address. SDKs are loaded at the first request. */
export function createProviderFactory(options: ProviderFactoryOptions): ProviderFactory {
  const { credentials, config, environment, facts = new LearnedFacts() } = options
  return {
    async create(name, wish) {
      if (name === OUTSIDE) return refuse('Outside agents cannot be asked here.')
      const row = API_PROVIDERS[name]
      const key = await credentials.key(name)
      const needsKey = row.keyPage !== null && wish?.key !== 'optional'
      if (key === null && needsKey) return missingCredentials(name)
      const fromVariable = row.baseUrlVariables.map((variable) => environment[variable]).find((value) => value)
      const baseUrl = (config.providers[name]?.baseUrl ?? fromVariable) || undefined
      if (baseUrl !== undefined && !URL.canParse(baseUrl)) return badBaseUrl(name, baseUrl)
      const seconds = config.providers[name]?.idleTimeoutSeconds
      const idleTimeoutMs = seconds === undefined ? (options.idleTimeoutMs ?? null) : seconds * 1000
      await facts.ready()
      return ok(PROVIDER_ADAPTERS[name].create({ key: key ?? '', baseUrl, idleTimeoutMs, facts }))
    },
  }
}

/** Returns the text of docs/behaviour/commands.md#missing-credentials. */
function missingCredentials(name: ApiProviderName): Result<Provider> {
  const { keyVariables, keyPage } = API_PROVIDERS[name]
  const message = [
    `No credentials for ${name}. Set ${keyVariables[0]} or add to credentials.json`,
    `Get your API key at: ${keyPage ?? ''}`,
  ].join('\n\n')
  return err({ category: 'AUTH', message, retryable: false })
}

function badBaseUrl(name: ApiProviderName, baseUrl: string): Result<Provider> {
  const message = `The base URL for ${API_PROVIDERS[name].label} is not an address: ${baseUrl}`
  return err({ category: 'INVALID_REQUEST', message, retryable: false })
}
