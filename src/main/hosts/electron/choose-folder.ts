import { BrowserWindow, dialog, ipcMain } from 'electron'
import type { OpenDialogOptions } from 'electron'

import { CHOOSE_FOLDER_CHANNEL } from '../../../shared/host-bridge.ts'
import { isTrustedSender } from './security.ts'

/** Lets the window open a folder dialog. Nothing is read or changed; the engine still validates the path. */
export function serveFolderChoice(): void {
  ipcMain.handle(CHOOSE_FOLDER_CHANNEL, async (event, from: unknown): Promise<string | null> => {
    if (!isTrustedSender(event)) return null
    const options: OpenDialogOptions = {
      title: 'Working folder',
      buttonLabel: 'Choose',
      properties: ['openDirectory', 'createDirectory'],
      ...(typeof from === 'string' && from !== '' ? { defaultPath: from } : {}),
    }
    const window = BrowserWindow.fromWebContents(event.sender)
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    return canceled ? null : (filePaths[0] ?? null)
  })
}
