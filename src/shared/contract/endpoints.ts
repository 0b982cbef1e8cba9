import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { EndpointState, EndpointTrial } from '../endpoints/endpoint-trial.ts'
import type { Result } from '../result.ts'

const name = z.string().max(100)

/** Endpoints: servers of config.json. Their entries are changed with `config.update`. */
export const endpointsContract = {
  /** Returns the endpoints, and whether each has a key. Sends nothing. */
  list: oc.output(type<readonly EndpointState[]>()),
  /** Saves the key of an endpoint in the keychain, or in credentials.json if there is none; null removes it. */
  setKey: oc.input(z.object({ name, key: z.string().min(1).max(10_000).nullable() })).output(type<Result<null>>()),
  /**
   * Asks a model of the endpoint for a word (without one: the first of its list), and returns the request and the answer
   * as they were sent, without secrets.
   */
  try: oc.input(z.object({ name, model: z.string().max(300).optional() })).output(type<Result<EndpointTrial>>()),
}
