import type { EngineApi } from '../../../shared/engine-api.ts'
import { API_PROVIDERS, type ApiProviderName } from '../../../shared/providers.ts'
import { mapOk, refuse } from '../../../shared/result.ts'
import { ANNOUNCED_DAYS, endingModels } from '../../../shared/ending-models.ts'
import { utcDate } from '../../../shared/model-price.ts'
import { AFTER_ALL_ENDS } from '../commands/model-command.ts'
import { resolveAttachments } from '../content/attachments.ts'
import { SUMMARY_PROMPT } from '../conversation/prompts.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import { NEVER } from './never.ts'

export function createModelsApi(services: EngineWiring): EngineApi['models'] {
  const { models, renewer, findLocalServers, outside, tree, catalog, clock } = services
  return {
    list: ({ refresh, endpoint }, signal = NEVER) => models.list(refresh, signal, endpoint),
    ends: async () => {
      const now = clock.now()
      return endingModels(tree.all(), {
        today: utcDate(now),
        announced: utcDate(now + ANNOUNCED_DAYS * DAY_MS),
        endOf: ({ provider, model }) => {
          const endsOn = catalog.find(provider, model)?.endsOn ?? null
          return endsOn === null ? null : { endsOn, successor: catalog.successor(provider, model, AFTER_ALL_ENDS) }
        },
      })
    },
    renew: (_input, signal = NEVER) => renewer.renew(signal),
    localServers: (_, signal = NEVER) => findLocalServers(signal),
    outsidePrograms: async () => (await outside?.programs()) ?? [],
  }
}

const DAY_MS = 24 * 60 * 60_000

const SUMMARY = { text: SUMMARY_PROMPT }

/** Estimates of requests before they are sent. */
export function createPriceApi({ nextPrice, content }: EngineWiring): EngineApi['price'] {
  return {
    next: async ({ agentId, models, purpose, attachments: refs = [], ...request }) => {
      const attachments = await resolveAttachments(refs, content)
      if (!attachments.ok) return attachments
      const prompt = { ...request, attachments: attachments.value }
      return nextPrice.next(agentId, models, purpose === 'compress' ? SUMMARY : prompt)
    },
  }
}

/** The keys of providers. */
export function createCredentialsApi(services: EngineWiring): EngineApi['credentials'] {
  const { credentials, providers, loop } = services
  return {
    list: () => credentials.list(),
    plan: () => credentials.plan(),
    set: async ({ provider, key }) => {
      const result = await credentials.set(provider, key)
      loop.dropAllProviders()
      if (result.ok) await useAsFirstProvider(provider, services)
      return result
    },
    remove: async ({ provider }) => {
      const result = await credentials.remove(provider)
      loop.dropAllProviders()
      return result
    },
    test: async ({ provider }, signal = NEVER) => {
      const made = await providers.create(provider)
      if (!made.ok) return made
      const listed = await made.value.listModels(signal)
      return mapOk(listed, ({ length }) => length)
    },
  }
}

/** Makes the provider of the first key the default one, unless the user has configured one. */
async function useAsFirstProvider(provider: ApiProviderName, { configStore, logger }: EngineWiring): Promise<void> {
  if (configStore.config.defaultProvider !== null || API_PROVIDERS[provider].defaultModel === null) return
  const changed = await configStore.update({ defaultProvider: provider })
  // The key is stored; a model can be chosen by hand.
  if (!changed.ok) logger.warn('The default provider could not be set', { reason: changed.error.message })
}

export function createUsageApi({ usageReports }: EngineWiring): EngineApi['usage'] {
  return { query: (request) => usageReports.query(request), standing: () => usageReports.standing() }
}

/** Orders to keep the beginnings of agents in their providers' caches. */
export function createKeepWarmApi({ warmOrders, warmer }: EngineWiring): EngineApi['keepWarm'] {
  return {
    get: ({ agentId }) => warmOrders.state(agentId),
    set: async ({ agentId, scope }) => {
      const state = await warmOrders.set(agentId, scope)
      warmer.wake()
      return state
    },
  }
}

/** Agents that go on by themselves when the limit of a provider resets. */
export function createLimitReturnApi({ limitReturns }: EngineWiring): EngineApi['limitReturn'] {
  return {
    get: ({ agentId }) => limitReturns.state(agentId),
    set: ({ agentId, isOn }) => limitReturns.set(agentId, isOn),
    waits: () => limitReturns.waits(),
  }
}

/** Servers that the user named in config.json. */
export function createEndpointsApi({ endpoints, credentials, loop }: EngineWiring): EngineApi['endpoints'] {
  return {
    list: async () => (await endpoints?.states()) ?? [],
    setKey: async ({ name, key }) => {
      const saved = await (key === null ? credentials.removeEndpointKey(name) : credentials.setEndpointKey(name, key))
      loop.dropAllProviders()
      return saved
    },
    try: async ({ name, model }, signal = NEVER) =>
      (await endpoints?.try(name, model ?? null, signal)) ?? refuse('Endpoints cannot be asked here.'),
  }
}
