import { ipcMain } from 'electron'
import { z } from 'zod'

import type { ChosenKeys } from '../../../shared/command-keys.ts'
import { MENU_KEYS_CHANNEL } from '../../../shared/host-bridge.ts'
import { isTrustedSender } from './security.ts'

const chosenKeys = z.record(z.string(), z.array(z.string()))

/** Calls `listener` with the keys that the user chose: when the window has loaded them, and after each change. */
export function onMenuKeys(listener: (keys: ChosenKeys) => void): void {
  ipcMain.on(MENU_KEYS_CHANNEL, (event, keys: unknown) => {
    const parsed = chosenKeys.safeParse(keys)
    if (isTrustedSender(event) && parsed.success) listener(parsed.data)
  })
}
