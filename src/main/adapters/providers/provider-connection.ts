/** What a provider needs to reach its API. */
export interface ProviderConnection {
  readonly key: string
  /** Undefined: the provider's own address. */
  readonly baseUrl: string | undefined
  /** Silence after which a request is given up, ms; null: as `idleTimeout` has it for what is asked. */
  readonly idleTimeoutMs: number | null
}

/**
 * How silent a model may be without being dead. `steady`: pings, comments or thoughts come while it thinks. `silent`: it
 * may think for minutes without a byte. `local`: a server on this machine may load a model and read a long prompt first.
 */
export type Quietness = 'steady' | 'silent' | 'local'

/** The SDKs' own time-outs do not cover the body. Ms. */
const IDLE_TIMEOUTS: Readonly<Record<Quietness, number>> = { steady: 120_000, silent: 600_000, local: 900_000 }

/** After how much silence a request is given up, ms: as configured, else by what is to be expected. */
export function idleTimeout({ idleTimeoutMs }: ProviderConnection, quietness: Quietness): number {
  return idleTimeoutMs ?? IDLE_TIMEOUTS[quietness]
}
