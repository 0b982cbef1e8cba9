import { createContext, use } from 'react'

import type { WindowCommand } from '../commands/window-commands.ts'

const CommandContext = createContext<readonly WindowCommand[]>([])

export const CommandProvider = CommandContext.Provider

/** Returns all commands of the window. */
export function useCommands(): readonly WindowCommand[] {
  return use(CommandContext)
}
