import { learnSecretsIn } from '../../../shared/known-secrets.ts'
import { missingKeyMessage } from '../../../shared/missing-key.ts'
import { err, ok, refuse, type Result } from '../../../shared/result.ts'
import type { Config, CredentialStore } from '../../core/ports/config-ports.ts'
import type { Provider, ProviderFactory } from '../../core/ports/provider-ports.ts'
import { API_PROVIDERS, type ApiProviderName, ENDPOINT, OUTSIDE } from '../../../shared/providers.ts'
import { baseUrlOf, readAddress } from '../../../shared/server-address.ts'
import { EndpointFactory } from './endpoints/endpoint-factory.ts'
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
  /** Missing: one of its own. */
  readonly endpoints?: EndpointFactory
}

/** Creates providers with the current key and address. SDKs are loaded at the first request. */
export function createProviderFactory(options: ProviderFactoryOptions): ProviderFactory {
  const { credentials, config, environment, facts = new LearnedFacts() } = options
  const { idleTimeoutMs: silence = null } = options
  const { endpoints = new EndpointFactory({ credentials, config, environment, facts, idleTimeoutMs: silence }) } =
    options
  return {
    async create(name, wish) {
      if (name === OUTSIDE) return refuse('Outside agents cannot be asked here.')
      if (name === ENDPOINT) return endpoints.create(wish?.model ?? '', wish?.key !== 'optional')
      const row = API_PROVIDERS[name]
      const key = await credentials.key(name)
      const needsKey = row.keyPage !== null && wish?.key !== 'optional'
      if (key === null && needsKey) return missingCredentials(name)
      const problem = config.providers[name]?.baseUrlProblem
      if (problem !== undefined) return badBaseUrl(name, inFile(name), problem)
      const address = configuredAddress(name, config, environment)
      learnSecretsIn([address?.text])
      const read = address === null ? null : readAddress(address.text)
      if (address !== null && read !== null && 'problem' in read) return badBaseUrl(name, address.place, read.problem)
      const baseUrl = read === null || 'problem' in read ? undefined : baseUrlOf(name, read)
      const seconds = config.providers[name]?.idleTimeoutSeconds
      const idleTimeoutMs = seconds === undefined ? (options.idleTimeoutMs ?? null) : seconds * 1000
      await facts.ready()
      return ok(PROVIDER_ADAPTERS[name].create({ key: key ?? '', baseUrl, idleTimeoutMs, facts }))
    },
  }
}

/** Returns the text of docs/behaviour/commands.md#missing-credentials. */
function missingCredentials(name: ApiProviderName): Result<Provider> {
  return err({ category: 'AUTH', message: missingKeyMessage(name), retryable: false })
}

interface ConfiguredAddress {
  readonly text: string
  /** Where the user wrote it. */
  readonly place: string
}

/** Returns the address that the user configured for a provider; null: none. */
function configuredAddress(
  name: ApiProviderName,
  config: Config,
  environment: ProviderFactoryOptions['environment'],
): ConfiguredAddress | null {
  const text = config.providers[name]?.baseUrl
  if (text !== undefined && text.trim() !== '') return { text, place: inFile(name) }
  const found = API_PROVIDERS[name].baseUrlVariables.flatMap((variable) => {
    const value = environment[variable]?.trim() ?? ''
    return value === '' ? [] : [{ text: value, place: variable }]
  })
  return found[0] ?? null
}

function inFile(name: ApiProviderName): string {
  return `providers.${name}.base_url in config.json`
}

/** The address itself is not shown, because it may contain a secret. */
function badBaseUrl(name: ApiProviderName, place: string, problem: string): Result<Provider> {
  const message = `The address of ${API_PROVIDERS[name].label} cannot be used: ${place} ${problem}.`
  return err({ category: 'INVALID_REQUEST', message, retryable: false })
}
