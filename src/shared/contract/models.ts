import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { CredentialState, KeyPlan } from '../credential-state.ts'
import type { LocalServer } from '../local-server.ts'
import type { CatalogRenewal } from '../model-catalog-file.ts'
import type { ModelList } from '../model-info.ts'
import type { OutsideProgram } from '../outside-agent.ts'
import type { Result } from '../result.ts'
import type { ModelRequestPrice } from '../request-price.ts'
import { agentId, apiProvider, attachmentRefs, eventId, promptText, provider } from './fields.ts'
import type { StandingRow } from '../standing.ts'
import { type UsageReport, usageRequestSchema } from '../usage-report.ts'
import type { EndingModel } from '../ending-models.ts'
import type { LimitReturnState, LimitWait } from '../limit-return.ts'
import { keepWarmScope, type KeepWarmState } from '../keep-warm.ts'
import type { EndpointState, EndpointTrial } from '../endpoints/endpoint-trial.ts'

export const modelsContract = {
  /**
   * The models to choose from, by provider; `refresh` requests the provider's own list first, `endpoint` that of the
   * endpoint with this name.
   */
  list: oc
    .input(z.object({ refresh: provider.optional(), endpoint: z.string().max(100).optional() }))
    .output(type<ModelList>()),
  /** Returns the models of agents that end within 60 days or have ended, the earliest end first. Asks no provider. */
  ends: oc.output(type<readonly EndingModel[]>()),
  /** Renews the catalogue from the configured address and the lists of all providers with a key, and keeps it. */
  renew: oc.output(type<Result<CatalogRenewal>>()),
  /**
   * Returns the servers of local models that answer on this machine at the usual ports of Ollama, LM Studio, llama.cpp
   * and vLLM. Nothing is sent to another machine.
   */
  localServers: oc.output(type<readonly LocalServer[]>()),
  /** Returns the programs that can answer in place of a model, configured or known. Starts none of them. */
  outsidePrograms: oc.output(type<readonly OutsideProgram[]>()),
}

/** Whoever sets a key decides which account is charged, and the list contains the last characters of keys. */
export const credentialsContract = {
  /** Returns for each provider whether it has a key, and where from. */
  list: oc.output(type<readonly CredentialState[]>()),
  /** Returns where `set` would store a key. Reads the keychain, which may ask the user to unlock it. */
  plan: oc.output(type<KeyPlan>()),
  /**
   * Saves the key in the keychain, or in credentials.json if there is none (the returned state says which). The first
   * key also decides the default provider, if none is configured.
   */
  set: oc
    .input(z.object({ provider: apiProvider, key: z.string().min(1).max(10_000) }))
    .output(type<Result<CredentialState>>()),
  /** Removes the provider's stored key. Returns which key counts now: that of a variable, or none. */
  remove: oc.input(z.object({ provider: apiProvider })).output(type<Result<CredentialState>>()),
  /** Requests the provider's models with the key in use; returns how many there are. */
  test: oc.input(z.object({ provider: apiProvider })).output(type<Result<number>>()),
}

export const priceContract = {
  /**
   * Estimates what the agent's next request costs before it is sent, for each model, in order (none: the agent's own
   * model). A fork costs the same: with the parent's model and level it shares the parent's cached beginning;
   * `atEventId`, `before` and `mark` are those of the fork. `text` and `attachments` follow the context. `purpose`
   * `compress`: the request for a summary instead.
   */
  next: oc
    .input(
      z.object({
        agentId,
        models: z.array(z.string().max(300)).max(100).readonly(),
        text: promptText.optional(),
        attachments: attachmentRefs.optional(),
        atEventId: eventId.optional(),
        before: eventId.optional(),
        mark: z.string().max(200).optional(),
        purpose: z.enum(['prompt', 'compress']).optional(),
      }),
    )
    .output(type<Result<readonly ModelRequestPrice[]>>()),
}

export const usageContract = {
  /** Sums usage and cost by day, model, provider, agent, purpose, pool, folder or cause of cold input. Killed agents count too. */
  query: oc.input(usageRequestSchema).output(type<Result<UsageReport>>()),
  /** Returns which model wins at which kind of work (docs/sql.md#standing); within a kind the best first. */
  standing: oc.output(type<Result<readonly StandingRow[]>>()),
}

export const keepWarmContract = {
  /** Returns the agent's order, if there is one, and what keeping it warm would cost. Sends nothing. */
  get: oc.input(z.object({ agentId })).output(type<Result<KeepWarmState>>()),
  /** Keeps the beginning of the next request in the provider's cache; null: no longer. Returns the new state. */
  set: oc.input(z.object({ agentId, scope: keepWarmScope.nullable() })).output(type<Result<KeepWarmState>>()),
}

export const limitReturnContract = {
  /** Returns whether the agent goes on by itself when the limit that stopped it resets, and when that is. */
  get: oc.input(z.object({ agentId })).output(type<Result<LimitReturnState>>()),
  /** Allows the agent to go on by itself at most five times until a user acts, or ends that. Returns the new state. */
  set: oc.input(z.object({ agentId, isOn: z.boolean() })).output(type<Result<LimitReturnState>>()),
  /** Returns the agents that wait for the end of a limit, the first one to go on first. */
  waits: oc.output(type<Result<readonly LimitWait[]>>()),
}

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
