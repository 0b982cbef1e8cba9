import { join } from 'node:path'

import { dataDirectory, namesOnlyHosts } from './adapters/config/directories.ts'
import { startElectronApp } from './hosts/electron/start-app.ts'

/** Relative to out/main, where the build writes this file. */
const OUT = join(import.meta.dirname, '..')

startElectronApp({
  // Imported after the window is shown, because loading the providers' libraries takes most of the start-up time.
  openEngine: async (replaceApp) => (await import('./create-engine.ts')).createEngine({ host: 'electron', replaceApp }),
  openDemo: async () => (await import('./demo-engine.ts')).createDemoEngine({ host: 'electron' }),
  openUpgrade: async () => (await import('./data-upgrade.ts')).createDataUpgrade(),
  dataDirectory: dataDirectory(),
  isLimited: namesOnlyHosts(),
  rendererDirectory: join(OUT, 'renderer'),
  preloadPath: join(OUT, 'preload', 'index.cjs'),
})
