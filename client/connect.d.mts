import type { ContractRouterClient } from '@orpc/contract'

import type { Contract } from '../src/shared/contract.ts'

/**
 * The operations of the API as functions: `client.agents.submit({ agentId, text })`. Feeds are async iterators of
 * batches, which end when the loop is left or the signal of the call aborts.
 */
export type Client = ContractRouterClient<Omit<Contract, 'terminals' | 'confirmation' | 'sessions'>>

export interface ConnectOptions {
  /** As `ikigai serve --api` prints it. */
  readonly url: string
  /** As `ikigai tokens add` prints it. */
  readonly token: string
  /** Missing: the global one. */
  readonly fetch?: typeof globalThis.fetch
}

/** Returns a client. It connects at the first call; each call is a request of its own. */
export function connect(options: ConnectOptions): Client

/** A request that was refused, or a bug. Expected failures of an operation are values (`ok: false`). */
export class ApiError extends Error {
  /** `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`, `INTERNAL_SERVER_ERROR` and the like. */
  readonly code: string
  /** HTTP status. */
  readonly status: number
}
