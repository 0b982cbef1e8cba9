import type { AppCommandId } from '../../shared/app-commands.ts'
import { formatBinding } from '../commands/key-binding.ts'
import { IS_MAC } from './platform.ts'
import { useCommands } from './command-context.ts'

/** Returns a function that formats the first keys of a command for this platform; undefined: it has no keys. */
export function useCommandKeys(): (commandId: AppCommandId) => string | undefined {
  const commands = useCommands()
  return (commandId) => {
    const keys = commands.find((command) => command.id === commandId)?.currentKeys[0]
    return keys === undefined ? undefined : formatBinding(keys, IS_MAC)
  }
}
