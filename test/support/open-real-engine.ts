import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DEFAULT_CONFIG } from '../../src/main/adapters/config/config-schema.ts'
import { createProviderFactory } from '../../src/main/adapters/providers/create-provider-factory.ts'
import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { openStorage } from '../../src/main/adapters/storage/open-storage.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import type { Config, Storage, ToolBox } from '../../src/main/core/ports.ts'
import type { ApprovalGate } from '../../src/main/core/tools/approval-gate.ts'
import { nobodyApproves, noTools } from '../../src/main/core/tools/no-tools.ts'
import { startEngine } from '../../src/main/core/start-engine.ts'
import { anyKey } from './any-key.ts'
import { createRecordingLogger } from './recording-logger.ts'
import { systemClock, systemIds } from '../../src/main/system-ports.ts'

export interface RealEngine {
  readonly engine: Engine
  readonly storage: Storage
  /** Closes the engine and opens another one on the same database: `engine` and `storage` are then that one's. */
  reopen(): Promise<void>
  close(): Promise<void>
}

export interface RealEngineOptions {
  readonly toolBox?: ToolBox
  readonly approvals?: ApprovalGate
  readonly config?: Partial<Config>
}

/** The real engine on a database of its own, with a key for every provider; only the credentials are made up. */
export async function openRealEngine(
  environment: Readonly<Record<string, string>>,
  options: RealEngineOptions = {},
): Promise<RealEngine> {
  const directory = await mkdtemp(join(tmpdir(), 'ikigai-engine-'))
  // As root the database runs under its own user, who must be able to reach it.
  await chmod(directory, 0o711)
  let current = await open(directory, environment, options)
  return {
    get engine() {
      return current.engine
    },
    get storage() {
      return current.storage
    },
    async reopen() {
      await current.engine.close()
      current = await open(directory, environment, options)
    },
    async close() {
      await current.engine.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function open(
  directory: string,
  environment: Readonly<Record<string, string>>,
  { toolBox = noTools, approvals = nobodyApproves, config: changes = {} }: RealEngineOptions,
): Promise<{ engine: Engine; storage: Storage }> {
  const logger = createRecordingLogger()
  const shared = { host: 'cli', version: '0.0.0', logger }
  const opened = await openStorage({ ...shared, dataDirectory: join(directory, 'data'), databaseUrl: null })
  if (!opened.ok) throw new Error(opened.error.message)
  const credentials = anyKey()
  const config = { ...DEFAULT_CONFIG, ...changes }
  const started = await startEngine({
    ...shared,
    storage: opened.value,
    providers: createProviderFactory({ credentials, config, environment }),
    catalog: createModelCatalog(),
    credentials,
    config,
    toolBox,
    approvals,
    clock: systemClock,
    ids: systemIds,
    demo: false,
    dataDirectory: directory,
    configDirectory: directory,
    defaultModel: null,
  })
  if (!started.ok) throw new Error(started.error.message)
  return { engine: started.value, storage: opened.value }
}
