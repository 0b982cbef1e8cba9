import type { JsonObject } from '../../../shared/json.ts'
import { ENDPOINT, type ProviderName } from '../../../shared/providers.ts'
import type { ModelRequest } from '../../core/ports/provider-ports.ts'
import type { LearnedFacts } from './learned-facts.ts'
import type { ErrorSource } from './provider-error.ts'

/** The parameters for reaching a provider's API. */
export interface ProviderConnection {
  readonly key: string
  /** Undefined: the provider's default address. */
  readonly baseUrl: string | undefined
  /** Idle time after which a request is aborted, ms; null: the value of `idleTimeout` for the kind of request. */
  readonly idleTimeoutMs: number | null
  /** What other instances have learned about the servers. Missing: nothing is shared. */
  readonly facts?: LearnedFacts
  /** The endpoint of config.json that is asked. Missing: the provider itself. */
  readonly endpoint?: EndpointConnection
}

/** How an endpoint differs from the provider whose API it speaks. */
interface EndpointConnection {
  /** What it is called in errors. */
  readonly label: string
  /** Under which name its refusals are remembered. */
  readonly server: string
  /** Returns the name by which tables know a model of the endpoint. */
  readonly tableName: (model: string) => string
  /** Returns the body as the endpoint takes it. */
  readonly body: (body: JsonObject, request: ModelRequest) => JsonObject
  /** Returns a fetch that sends its headers and its key. */
  readonly fetch: (inner: typeof fetch) => typeof fetch
}

/** Returns how the server of a connection is named: in stamps, in what is learned of it, and in errors. */
export function namesOf(
  { endpoint }: ProviderConnection,
  provider: ProviderName,
): { readonly provider: ProviderName; readonly server: string; readonly source: ErrorSource } {
  if (endpoint === undefined) return { provider, server: provider, source: provider }
  return { provider: ENDPOINT, server: endpoint.server, source: endpoint }
}

/**
 * How long a working model may send nothing. `steady`: pings, comments or thoughts arrive while it thinks. `silent`: it
 * may think for minutes without sending a byte. `local`: a server on this machine may first load a model and read a
 * long prompt.
 */
export type Quietness = 'steady' | 'silent' | 'local'

/** Ms. The timeouts of the SDKs do not cover the body. */
const IDLE_TIMEOUTS: Readonly<Record<Quietness, number>> = { steady: 120_000, silent: 600_000, local: 900_000 }

/**
 * Returns the idle time after which a request is aborted, ms: the configured value, otherwise one for this kind of
 * model.
 */
export function idleTimeout({ idleTimeoutMs }: ProviderConnection, quietness: Quietness): number {
  return idleTimeoutMs ?? IDLE_TIMEOUTS[quietness]
}
