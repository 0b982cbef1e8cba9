import { formatBinding } from '../commands/key-binding.ts'
import { IS_MAC } from './platform.ts'
import { useCommands } from './command-context.ts'

/** Looks up how a command's keys are written on this machine; undefined: it has none. */
export function useCommandKeys(): (commandId: string) => string | undefined {
  const commands = useCommands()
  return (commandId) => {
    const keys = commands.find((command) => command.id === commandId)?.keys[0]
    return keys === undefined ? undefined : formatBinding(keys, IS_MAC)
  }
}
