import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { errorMessage, ok, refuse, type Result } from '../shared/result.ts'
import { createEngine, type EngineOptions, type OpenedEngine } from './create-engine.ts'
import { plantDemoTree } from './demo-tree.ts'

/**
 * Opens an engine of its own for the demo: scripted answers, a temporary database, none of the user's keys, settings or
 * agents. Closing it deletes all that it stored.
 */
export async function createDemoEngine(host: EngineOptions['host']): Promise<Result<OpenedEngine>> {
  const folder = await makeFolder().catch((error: unknown) => errorMessage(error))
  if (typeof folder === 'string') return refuse(`The folder of the demo can’t be created: ${folder}.`)
  let isInstant = true
  const opened = await createEngine({ host, demo: { ...folder, isInstant: () => isInstant } })
  if (!opened.ok) {
    await remove(folder.root)
    return opened
  }
  const { engine } = opened.value
  // A demo without its tree is still a demo: the reason is in the log.
  const planted = await plantDemoTree(engine)
  if (!planted.ok) opened.value.logger.warn('The tree of the demo is not complete', { reason: planted.error.message })
  isInstant = false
  const close = async (): Promise<void> => {
    await engine.close()
    await remove(folder.root)
  }
  return ok({ ...opened.value, engine: { ...engine, close } })
}

async function makeFolder() {
  const root = await mkdtemp(join(tmpdir(), 'ikigai-demo-'))
  // As root, the database runs under its own user, who needs access to the folder.
  await chmod(root, 0o711)
  const configDirectory = join(root, 'config')
  const config = { default_provider: 'anthropic', workspace: join(root, 'workspace') }
  await mkdir(configDirectory)
  await mkdir(config.workspace)
  await writeFile(join(configDirectory, 'config.json'), JSON.stringify(config))
  return { root, configDirectory, dataDirectory: join(root, 'data') }
}

/** The database takes a moment to stop, and writes files until then. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
