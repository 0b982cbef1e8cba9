import type { LearnedFacts } from './learned-facts.ts'

/** The parameters for reaching a provider's API. */
export interface ProviderConnection {
  readonly key: string
  /** Undefined: the provider's default address. */
  readonly baseUrl: string | undefined
  /** Idle time after which a request is aborted, ms; null: the value of `idleTimeout` for the kind of request. */
  readonly idleTimeoutMs: number | null
  /** What other instances have learned about the servers. Missing: nothing is shared. */
  readonly facts?: LearnedFacts
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
