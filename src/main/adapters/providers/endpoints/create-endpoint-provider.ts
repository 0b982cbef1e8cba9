import { companyModel } from '../../../../shared/endpoints/company-model.ts'
import type { Endpoint } from '../../../../shared/endpoints/endpoint.ts'
import type { Provider } from '../../../core/ports/provider-ports.ts'
import { createAnthropicProvider } from '../anthropic/anthropic-provider.ts'
import { createGoogleProvider } from '../google/google-provider.ts'
import { createCompatibleProvider } from '../openai-compatible/compatible-provider.ts'
import type { LearnedFacts } from '../learned-facts.ts'
import type { ProviderConnection } from '../provider-connection.ts'
import { serverOf } from '../../../../shared/endpoints/endpoint-model.ts'
import { ENDPOINT } from '../../../../shared/providers.ts'
import { endpointBody } from './endpoint-body.ts'
import type { FindCredential } from './endpoint-credential.ts'
import { endpointFetch } from './endpoint-fetch.ts'
import { namedProvider } from './endpoint-provider.ts'
import { endpointVendor } from './endpoint-vendor.ts'

/** What the requests to an endpoint need beside its entry. */
interface EndpointAccess {
  readonly baseUrl: string
  readonly credential: FindCredential
  /** Returns a fetch that notes what is sent. */
  readonly note: (inner: typeof fetch) => typeof fetch
  /** Removed from all messages; empty: none. */
  readonly key: string
  readonly facts: LearnedFacts
  readonly idleTimeoutMs: number | null
}

/** Creates the adapter of an endpoint: that of its API, with the quirks of the endpoint. */
export function createEndpointProvider(endpoint: Endpoint, access: EndpointAccess): Provider {
  const { baseUrl, credential, note, key, facts, idleTimeoutMs } = access
  const connection: ProviderConnection = {
    key,
    baseUrl,
    idleTimeoutMs,
    facts,
    endpoint: {
      label: endpoint.label,
      server: serverOf({ provider: ENDPOINT, model: `${endpoint.name}/` }),
      tableName: (model) => companyModel(model, endpoint) ?? model,
      body: (body, request) => endpointBody(body, endpoint, request),
      fetch: (inner) => endpointFetch(endpoint, { credential, baseUrl }, note(inner)),
    },
  }
  return namedProvider(endpoint, adapterOfKind(endpoint, connection))
}

function adapterOfKind(endpoint: Endpoint, connection: ProviderConnection): Provider {
  switch (endpoint.kind) {
    case 'anthropic':
      return createAnthropicProvider(connection)
    case 'gemini':
      return createGoogleProvider(connection)
    case 'openai-chat':
    case 'openai-responses':
      return createCompatibleProvider(endpointVendor(endpoint), connection)
  }
}
