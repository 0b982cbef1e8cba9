import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { errorMessage, ok, refuse, type Result } from '../shared/result.ts'
import { createEngine, type EngineOptions, type OpenedEngine } from './create-engine.ts'
import { makeDemoFolder, removeDemoFolder } from './demo-folder.ts'
import { askWhenShown, plantDemoTree } from './demo-tree.ts'

/**
 * Opens an engine of its own for the demo: scripted answers, a temporary database, none of the user's keys, settings or
 * agents. Closing it deletes all that it stored.
 */
export async function createDemoEngine(options: EngineOptions): Promise<Result<OpenedEngine>> {
  const folder = await makeFolder().catch((error: unknown) => errorMessage(error))
  if (typeof folder === 'string') return refuse(`The folder of the demo can’t be created: ${folder}.`)
  let isInstant = true
  const opened = await createEngine({ ...options, demo: { ...folder, isInstant: () => isInstant } })
  if (!opened.ok) {
    await removeDemoFolder(folder.root)
    return opened
  }
  const { engine, logger } = opened.value
  // A demo without its tree is still a demo: the reason is in the log.
  const warn = (reason: string): void => logger.warn('The tree of the demo is not complete', { reason })
  const planted = await plantDemoTree(engine)
  if (!planted.ok) warn(planted.error.message)
  isInstant = false
  const close = async (): Promise<readonly string[]> => {
    const left = await engine.close()
    await removeDemoFolder(folder.root)
    return left
  }
  return ok({ ...opened.value, engine: { ...askWhenShown(engine, planted.ok ? planted.value : [], warn), close } })
}

async function makeFolder() {
  const root = await makeDemoFolder()
  const configDirectory = join(root, 'config')
  const config = { default_provider: 'anthropic', workspace: join(root, 'workspace') }
  await mkdir(configDirectory)
  await mkdir(config.workspace)
  await writeFile(join(configDirectory, 'config.json'), JSON.stringify(config), { mode: 0o600 })
  return { root, configDirectory, dataDirectory: join(root, 'data') }
}
