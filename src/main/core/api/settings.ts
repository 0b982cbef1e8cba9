import { enabledServers } from '../../../shared/tool-server.ts'
import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'

/** config.json. */
export function createConfigApi(services: EngineWiring): EngineApi['config'] {
  const { configStore, toolServers, config, credentials, testDatabase, loop } = services
  return {
    get: async () => configStore.state(),
    update: async (change) => {
      const updated = await configStore.update(change)
      if (!updated.ok) return updated
      const removed = Object.entries(change.endpoints ?? {}).flatMap(([name, entry]) => (entry === null ? [name] : []))
      const forgotten = await Promise.all(removed.map((name) => credentials.removeEndpointKey(name)))
      // Existing providers use the former address.
      if (change.providers !== undefined || change.proxy !== undefined || change.endpoints !== undefined)
        loop.dropAllProviders()
      if (change.toolServers !== undefined) toolServers.configure(enabledServers(config.toolServers))
      return forgotten.find((each) => !each.ok) ?? updated
    },
    testDatabase: ({ url }) => testDatabase(url),
  }
}

/** What the window stores. */
export function createSettingsApi({ settings }: EngineWiring): EngineApi['settings'] {
  return {
    get: async ({ key }) => {
      const stored = await settings.get(key)
      return stored.ok ? stored.value : null
    },
    set: ({ key, value }) => settings.set(key, value),
    replace: ({ key, expected, value }) => settings.replace(key, expected, value),
  }
}

export function createDraftsApi({ settings }: EngineWiring): EngineApi['drafts'] {
  return {
    get: async ({ agentId }) => {
      const stored = await settings.draft(agentId)
      return stored.ok ? stored.value : { text: '', asText: false }
    },
    set: ({ agentId, text, asText, attachments = [] }) => settings.setDraft(agentId, { text, asText, attachments }),
  }
}
