import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk } from '../../../shared/result.ts'
import { SUMMARY_PROMPT } from '../conversation/prompts.ts'
import type { EngineServices } from '../engine-services.ts'
import { NEVER } from './never.ts'

export function createModelsApi({ models }: EngineServices): EngineApi['models'] {
  return { list: ({ refresh }, signal = NEVER) => models.list(refresh, signal) }
}

const SUMMARY = { text: SUMMARY_PROMPT }

/** Estimates of requests before they are sent. */
export function createPriceApi({ nextPrice }: EngineServices): EngineApi['price'] {
  return {
    next: ({ agentId, models, purpose, ...request }) => {
      return nextPrice.next(agentId, models, purpose === 'compress' ? SUMMARY : request)
    },
  }
}

/** The keys of providers. */
export function createCredentialsApi({ dependencies, loop }: EngineServices): EngineApi['credentials'] {
  const { credentials, providers } = dependencies
  return {
    list: () => credentials.list(),
    set: async ({ provider, key }) => {
      const result = await credentials.set(provider, key)
      loop.dropAllProviders()
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
