import { dirname } from 'node:path'

import { app } from 'electron'

import type { UpdateRefusal } from '../../../shared/app-update.ts'
import { errorMessage } from '../../../shared/result.ts'
import type { LoadedUpdate, ReplaceApp } from '../../core/ports/update-ports.ts'
import { processOutput } from '../../process-output.ts'
import { prepareInstall } from './install-update.ts'
import { answerTo, type OpenUpgrade } from './offer-upgrade.ts'

const NO_COPY =
  'The copy for upgrades could not be completed, perhaps because another ikigai uses the database. Without it there is no way back from a newer version.'

/**
 * Returns what replaces the app: the update is prepared while the app runs, the engine is closed, which completes the copy for
 * upgrades, and only then the app is replaced and started again. `close` closes the engine, then calls its argument, then ends
 * the process.
 */
export function createAppReplacer(openUpgrade: OpenUpgrade, close: (then: () => Promise<void>) => void): ReplaceApp {
  const log = (text: string): void => processOutput.error(`${text}\n`)
  const replace = async (update: LoadedUpdate, failed: (reason: UpdateRefusal) => void): Promise<void> => {
    try {
      const install = await prepareInstall(update, {
        platform: process.platform,
        version: app.getVersion(),
        folder: dirname(update.path),
        resources: process.resourcesPath,
        appImage: process.env['APPIMAGE'],
        quit: () => app.quit(),
        log,
      })
      close(async () => {
        if (!(await mayInstall(openUpgrade))) return app.relaunch()
        // The new one could not start while this one holds it.
        app.releaseSingleInstanceLock()
        if (!install()) app.relaunch()
      })
    } catch (error) {
      log(`The update was not installed: ${errorMessage(error)}`)
      failed('not_installed')
    }
  }
  return (update, failed) => void replace(update, failed)
}

/** Without a whole copy for upgrades the user decides. */
async function mayInstall(openUpgrade: OpenUpgrade): Promise<boolean> {
  const isWhole = await openUpgrade()
    .then((upgrade) => upgrade.hasWholeCopy())
    .catch(() => false)
  if (isWhole) return true
  const response = await answerTo(new AbortController().signal, {
    type: 'warning',
    title: 'ikigai',
    message: 'Install the update without a copy?',
    detail: NO_COPY,
    buttons: ['Install', 'Don’t Install'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}
