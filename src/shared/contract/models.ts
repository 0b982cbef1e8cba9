import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { CredentialState } from '../credential-state.ts'
import type { ModelList } from '../model-info.ts'
import type { Result } from '../result.ts'
import { provider } from './fields.ts'

export const modelsContract = {
  /** The models to choose from, by provider; `refresh` requests the provider's own list first. */
  list: oc.input(z.object({ refresh: provider.optional() })).output(type<ModelList>()),
}

export const credentialsContract = {
  list: oc.output(type<readonly CredentialState[]>()),
  /** Saves the key in the keychain, or in credentials.json if there is none (the returned state says which). */
  set: oc.input(z.object({ provider, key: z.string().min(1).max(10_000) })).output(type<Result<CredentialState>>()),
  remove: oc.input(z.object({ provider })).output(type<Result<CredentialState>>()),
  /** Requests the provider's models with the key in use; returns how many there are. */
  test: oc.input(z.object({ provider })).output(type<Result<number>>()),
}
