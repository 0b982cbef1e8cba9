import type { UpdateNews, UpdateState } from '../../shared/app-update.ts'
import type { ConfigChange } from '../../shared/config-change.ts'
import { refuse, type Result } from '../../shared/result.ts'
import type { FreedSpace, RoomReport } from '../../shared/room.ts'
import type { ConfigStore } from '../store/config-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { ModelStore } from '../store/model-store.ts'
import { createEndpointActions, type EndpointActions } from './endpoint-actions.ts'
import { callEngine, UNREACHABLE } from './call-engine.ts'

/** User operations on config.json. */
export interface ConfigActions {
  load(): Promise<void>
  loadTools(): Promise<void>
  /** Changes only the given settings; returns why nothing was changed, or null. */
  update(change: ConfigChange): Promise<string | null>
  readonly endpoints: EndpointActions
  testDatabase(url: string): Promise<Result<string>>
  /** Makes a backup now, and waits for its end; returns why there is none, or null. */
  backUp(): Promise<string | null>
  /** Checks the files of the database now; what was found is in the status of the engine. */
  checkHealth(): Promise<void>
  /** Measures what takes room on the disk. */
  roomSizes(): Promise<Result<RoomReport>>
  /** Frees the space of the database that holds nothing. */
  freeSpace(): Promise<Result<FreedSpace>>
  /** Loads what is known about newer versions; an app asks for them when the engine is ready and once a day, until stopped. */
  followUpdates(ready: Promise<unknown>): () => void
  checkForUpdate(): Promise<void>
  /** Loads the newer version and replaces this one, or says why not. `whileRunning`: also while agents run. */
  installUpdate(whileRunning: boolean): Promise<Result<UpdateState>>
  /** What is new in this version; null: the engine cannot be reached. */
  readNews(): Promise<UpdateNews | null>
}

/** How often an app asks for newer versions, ms. */
const UPDATE_PERIOD_MS = 86_400_000

export function createConfigActions(
  client: EngineClient,
  configuration: ConfigStore,
  models: ModelStore,
): ConfigActions {
  async function loadTools(): Promise<void> {
    const tools = await client.tools.list().catch(() => null)
    if (tools !== null) configuration.setState({ tools })
  }

  async function keepUpdate(answer: Promise<UpdateState>): Promise<UpdateState | null> {
    const update = await answer.catch(() => null)
    if (update !== null) configuration.setState({ update })
    return update
  }

  return {
    followUpdates(ready) {
      const ask = async (): Promise<void> => {
        const update = await keepUpdate(client.updates.state())
        if (update !== null && update.way !== 'npm' && update.channel !== 'off')
          await keepUpdate(client.updates.check())
      }
      void ready.then(ask)
      const timer = setInterval(() => void ask(), UPDATE_PERIOD_MS)
      return () => clearInterval(timer)
    },
    async checkForUpdate() {
      await keepUpdate(client.updates.check())
    },
    async installUpdate(whileRunning) {
      const outcome = await callEngine(client.updates.install({ whileRunning }))
      await keepUpdate(client.updates.state())
      return outcome
    },
    readNews: () => client.updates.news().catch(() => null),
    async load() {
      const config = await client.config.get().catch(() => null)
      if (config !== null) configuration.setState({ config })
    },
    loadTools,
    endpoints: createEndpointActions(client, models),
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
