import type { KeyBinding } from './app-command-row.ts'
import { APP_COMMANDS, type AppCommand, type AppCommandId } from './app-commands.ts'

/** Where the window runs, which decides the default keys. */
export interface KeyPlatform {
  readonly isMac: boolean
  /** Whether the window is a tab of a browser, which keeps some keys for itself. An installed web app is not. */
  readonly isTab: boolean
}

/** Keys that the user chose, by command id; they replace the default keys. Empty list: no keys. */
export type ChosenKeys = Readonly<Record<string, readonly KeyBinding[]>>

/** The default keys of a command on a platform. */
export function defaultKeys(
  { keys, macKeys, tabKeys }: AppCommand,
  { isMac, isTab }: KeyPlatform,
): readonly KeyBinding[] {
  if (isTab && tabKeys !== undefined) return isMac ? tabKeys.mac : tabKeys.other
  return isMac ? (macKeys ?? keys) : keys
}

/** The keys that run a command anywhere in the window: those the user chose, else the default ones. */
export function windowKeys(command: AppCommand, chosen: ChosenKeys, platform: KeyPlatform): readonly KeyBinding[] {
  return chosen[command.id] ?? (command.scope === 'place' ? [] : defaultKeys(command, platform))
}

/** The other commands that have one of these keys; the first command in the table runs. */
export function commandsWithKeys(
  id: AppCommandId,
  keys: readonly KeyBinding[],
  chosen: ChosenKeys,
  platform: KeyPlatform,
): readonly AppCommand[] {
  return APP_COMMANDS.filter(
    (other) => other.id !== id && windowKeys(other, chosen, platform).some((each) => keys.includes(each)),
  )
}

/** Returns the chosen keys after a command was given a key, which is taken from every other command. */
export function withKey(
  id: AppCommandId,
  key: KeyBinding,
  chosen: ChosenKeys,
  platform: KeyPlatform,
): Record<string, readonly KeyBinding[]> {
  const keys: Record<string, readonly KeyBinding[]> = { ...chosen, [id]: [key] }
  for (const other of commandsWithKeys(id, [key], chosen, platform)) {
    keys[other.id] = windowKeys(other, chosen, platform).filter((each) => each !== key)
  }
  return keys
}
