import { join } from 'node:path'

import { startElectronApp } from './hosts/electron/start-app.ts'

/** Seen from out/main, where the build puts this file. */
const OUT = join(import.meta.dirname, '..')

startElectronApp({
  // Loaded while the window is already there: the providers' libraries are most of what there is to read.
  openEngine: async () => (await import('./create-engine.ts')).createEngine({ host: 'electron' }),
  rendererDirectory: join(OUT, 'renderer'),
  preloadPath: join(OUT, 'preload', 'index.cjs'),
})
