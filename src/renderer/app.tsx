import { Tooltip } from '@base-ui/react/tooltip'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect, useState } from 'react'

import { CommandProvider, useCommands } from './hooks/command-context.ts'
import { useWindowKeys } from './hooks/use-window-keys.ts'
import { useWindowStore, WindowProvider } from './hooks/app-context.ts'
import { WindowFrame } from './frame/window-frame.tsx'
import { createWindowCommands } from './commands/window-commands.ts'
import { promptElement } from './hooks/prompt-id.ts'
import { applyFontSize, applyTheme } from './theme/apply-theme.ts'
import type { WindowModel } from './app/app-model.ts'

interface AppProps {
  readonly window: WindowModel
  /** Hears the application menu, where there is one; answers how to stop. */
  onMenuCommand(listener: (commandId: string) => void): () => void
}

/** The window of ikigai over its stores and actions. */
export function App({ window, onMenuCommand }: AppProps) {
  const [commands] = useState(() => createWindowCommands(window, (agentId) => promptElement(agentId)?.focus()))
  useEffect(
    () => onMenuCommand((id) => commands.find((command) => command.id === id)?.prepare()?.()),
    [commands, onMenuCommand],
  )
  return (
    <WindowProvider value={window}>
      <CommandProvider value={commands}>
        <CSPProvider disableStyleElements>
          <Tooltip.Provider delay={500}>
            <Theme />
            <Keys />
            <WindowFrame />
          </Tooltip.Provider>
        </CSPProvider>
      </CommandProvider>
    </WindowProvider>
  )
}

/** Holds no markup: an open dialog changes who hears the keys, and nothing else is drawn for it. */
function Keys() {
  const commands = useCommands()
  const dialogIsOpen = useWindowStore(
    (window) => window.dialogs,
    (state) => state.dialog.type !== 'none',
  )
  useWindowKeys(commands, dialogIsOpen)
  return null
}

function Theme() {
  const theme = useWindowStore(
    (window) => window.preferences,
    (state) => state.theme,
  )
  const fontSize = useWindowStore(
    (window) => window.preferences,
    (state) => state.fontSize,
  )
  useEffect(() => applyTheme(document.documentElement, theme), [theme])
  useEffect(() => applyFontSize(document.documentElement, fontSize), [fontSize])
  return null
}
