import { PROVIDER_LABELS } from '../../../shared/provider-name.ts'
import type { ProviderName } from '../../../shared/provider-name.ts'
import type { Config, CredentialStore, Provider, ProviderFactory, ProviderResult } from '../../core/ports.ts'
import { createAnthropicProvider } from './anthropic/anthropic-provider.ts'
import { createGoogleProvider } from './google/google-provider.ts'
import { createOpenaiProvider } from './openai/openai-provider.ts'
import { IDLE_TIMEOUT_MS } from './provider-connection.ts'
import type { ProviderConnection } from './provider-connection.ts'

interface ProviderRow {
  readonly create: (connection: ProviderConnection) => Provider
  readonly keyVariable: string
  /** The SDK's own name for another address; config.json wins. */
  readonly baseUrlVariable: string
  readonly keyPage: string
}

/** Adding a provider: a folder and a row. */
const PROVIDERS: Partial<Record<ProviderName, ProviderRow>> = {
  anthropic: {
    create: createAnthropicProvider,
    keyVariable: 'ANTHROPIC_API_KEY',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    keyPage: 'https://console.anthropic.com/settings/keys',
  },
  openai: {
    create: createOpenaiProvider,
    keyVariable: 'OPENAI_API_KEY',
    baseUrlVariable: 'OPENAI_BASE_URL',
    keyPage: 'https://platform.openai.com/api-keys',
  },
  google: {
    create: createGoogleProvider,
    keyVariable: 'GOOGLE_API_KEY',
    baseUrlVariable: 'GOOGLE_GEMINI_BASE_URL',
    keyPage: 'https://aistudio.google.com/app/apikey',
  },
}

export interface ProviderFactoryOptions {
  readonly credentials: CredentialStore
  readonly config: Config
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Silence after which a request is given up, ms. */
  readonly idleTimeoutMs?: number
}

/** Makes providers with the key and the address of this moment. SDKs are loaded at the first request, not before. */
export function createProviderFactory(options: ProviderFactoryOptions): ProviderFactory {
  const { credentials, config, environment, idleTimeoutMs = IDLE_TIMEOUT_MS } = options
  return {
    async create(name) {
      const row = PROVIDERS[name]
      if (row === undefined) return notSupported(name)
      const key = await credentials.key(name)
      if (key === null) return missingCredentials(name, row)
      const baseUrl = (config.providers[name]?.baseUrl ?? environment[row.baseUrlVariable]) || undefined
      if (baseUrl !== undefined && !URL.canParse(baseUrl)) return badBaseUrl(name, baseUrl)
      return { ok: true, provider: row.create({ key, baseUrl, idleTimeoutMs }) }
    },
  }
}

/** The words of commands.md § Missing Credentials. */
function missingCredentials(name: ProviderName, row: ProviderRow): ProviderResult {
  const message = [
    `No credentials for ${name}. Set ${row.keyVariable} or add to credentials.json`,
    `Get your API key at: ${row.keyPage}`,
  ].join('\n\n')
  return { ok: false, error: { category: 'AUTH', message, retryable: false } }
}

function notSupported(name: ProviderName): ProviderResult {
  const supported = Object.keys(PROVIDERS).join(', ')
  const message = `${PROVIDER_LABELS[name]} can't be used yet. Supported providers: ${supported}.`
  return { ok: false, error: { category: 'NOT_FOUND', message, retryable: false } }
}

function badBaseUrl(name: ProviderName, baseUrl: string): ProviderResult {
  const message = `The base URL for ${PROVIDER_LABELS[name]} is not an address: ${baseUrl}`
  return { ok: false, error: { category: 'INVALID_REQUEST', message, retryable: false } }
}
