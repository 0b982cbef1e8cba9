import type { EngineApi } from '../../../shared/engine-api.ts'
import { refuse } from '../../../shared/result.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import { NEVER } from './never.ts'

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
