import type { ConfigChange } from '../../shared/config-change.ts'
import { refuse, type Result } from '../../shared/result.ts'
import type { FreedSpace, RoomReport } from '../../shared/room.ts'
import type { ConfigStore } from '../store/config-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { ModelStore } from '../store/model-store.ts'
import { callEngine, UNREACHABLE } from './call-engine.ts'

/** User operations on config.json. */
export interface ConfigActions {
  load(): Promise<void>
  loadTools(): Promise<void>
  /** Changes only the given settings; returns why nothing was changed, or null. */
  update(change: ConfigChange): Promise<string | null>
  testDatabase(url: string): Promise<Result<string>>
  /** Makes a backup now, and waits for its end; returns why there is none, or null. */
  backUp(): Promise<string | null>
  /** Checks the files of the database now; what was found is in the status of the engine. */
  checkHealth(): Promise<void>
  /** Measures what takes room on the disk. */
  roomSizes(): Promise<Result<RoomReport>>
  /** Frees the space of the database that holds nothing. */
  freeSpace(): Promise<Result<FreedSpace>>
}

export function createConfigActions(
  client: EngineClient,
  configuration: ConfigStore,
  models: ModelStore,
): ConfigActions {
  async function loadTools(): Promise<void> {
    const tools = await client.tools.list().catch(() => null)
    if (tools !== null) configuration.setState({ tools })
  }

  return {
    async load() {
      const config = await client.config.get().catch(() => null)
      if (config !== null) configuration.setState({ config })
    },
    loadTools,
    async update(change) {
      const outcome = await callEngine(client.config.update(change))
      if (!outcome.ok) return outcome.error.message
      configuration.setState({ config: outcome.value })
      const list = await client.models.list({}).catch(() => null)
      if (list !== null) models.setState({ list })
      return null
    },
    testDatabase: (url) => client.config.testDatabase({ url }).catch(() => refuse(UNREACHABLE)),
    async checkHealth() {
      await callEngine(client.health.check())
    },
    roomSizes: () => callEngine(client.room.sizes()),
    freeSpace: () => callEngine(client.room.free()),
    async backUp() {
      const outcome = await callEngine(client.backups.run())
      return outcome.ok ? null : outcome.error.message
    },
  }
}
