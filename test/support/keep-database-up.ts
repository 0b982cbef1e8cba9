import { openStorage } from '../../src/main/adapters/storage/open-storage.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { createRecordingLogger } from './recording-logger.ts'
import type { Workspace } from './run-ikigai.ts'

/**
 * Opens the workspace's database in this process too, so that its server keeps running between the command lines of a
 * test.
 */
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
