import type { ConfigChange, ConfigState } from '../../../shared/config.ts'
import type { Draft } from '../../../shared/contract.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'
import type { Engine } from '../engine.ts'
import type { EngineParts } from './engine-parts.ts'

/** What a person sets, and what the window keeps. */
export function serveSettings(parts: EngineParts) {
  return {
    configState(): Promise<ConfigState> {
      return Promise.resolve(parts.dependencies.configStore.state())
    },

    async updateConfig(change: ConfigChange): Promise<Result<ConfigState>> {
      const { configStore, toolServers, config } = parts.dependencies
      const updated = await configStore.update(change)
      if (!updated.ok) return updated
      // They were made for the address of then.
      if (change.providers !== undefined || change.proxy !== undefined) parts.loop.dropAllProviders()
      if (change.toolServers !== undefined) toolServers.configure(config.toolServers)
      return updated
    },

    testDatabase(url: string): Promise<Result<string>> {
      return parts.dependencies.testDatabase(url)
    },

    async setting(key: string): Promise<JsonValue | null> {
      const result = await parts.dependencies.storage.settings.get(key)
      return result.ok ? result.value : null
    },

    setSetting(key: string, value: JsonValue): Promise<Result<null>> {
      return parts.dependencies.storage.settings.set(key, value)
    },

    replaceSetting(key: string, expected: JsonValue | null, value: JsonValue): Promise<Result<boolean>> {
      return parts.dependencies.storage.settings.replace(key, expected, value)
    },

    async draft(agentId: AgentId): Promise<Draft> {
      const result = await parts.dependencies.storage.settings.draft(agentId)
      return result.ok ? result.value : { text: '', asText: false }
    },

    setDraft(agentId: AgentId, draft: Draft): Promise<Result<null>> {
      return parts.dependencies.storage.settings.setDraft(agentId, draft)
    },
  } satisfies Partial<Engine>
}
