import { openStorage } from '../../src/main/adapters/storage/open-storage.ts'
import type { Storage } from '../../src/main/core/ports.ts'
import { createRecordingLogger } from './recording-logger.ts'
import type { Workspace } from './run-ikigai.ts'

/** The workspace's database, open in this process too: each command line of a test then finds the server running. */
export async function keepDatabaseUp(workspace: Workspace): Promise<Storage> {
  const opened = await openStorage({
    dataDirectory: workspace.environment['IKIGAI_DATA_DIR'] ?? '',
    databaseUrl: null,
    host: 'test',
    version: '0.0.0',
    logger: createRecordingLogger(),
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}
