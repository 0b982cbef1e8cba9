import { ipcMain } from 'electron'
import { z } from 'zod'

import { MENU_KEYS_CHANNEL, type ChosenKeys } from '../../../shared/host-bridge.ts'
import { isTrustedSender } from './security.ts'

const chosenKeys = z.record(z.string(), z.array(z.string()))

/** Hears which keys a person chose in the window: when it has loaded them, and whenever they change. */
export function hearMenuKeys(listener: (keys: ChosenKeys) => void): void {
  ipcMain.on(MENU_KEYS_CHANNEL, (event, keys: unknown) => {
    const parsed = chosenKeys.safeParse(keys)
    if (isTrustedSender(event) && parsed.success) listener(parsed.data)
  })
}
