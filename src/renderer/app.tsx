import { Tooltip } from '@base-ui/react/tooltip'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect, useState } from 'react'

import { CommandProvider, useCommands } from './hooks/command-context.ts'
import { useWindowKeys } from './hooks/use-window-keys.ts'
import { AppProvider } from './hooks/app-context.ts'
import { useDialogs, usePreferences } from './hooks/use-stores.ts'
import { WindowFrame } from './frame/window-frame.tsx'
import { createWindowCommands } from './commands/window-commands.ts'
import { promptElement } from './hooks/prompt-id.ts'
import { applyFontSize, applyTheme } from './theme/apply-theme.ts'
import type { AppModel } from './app/app-model.ts'

interface AppProps {
  readonly model: AppModel
  /** Subscribes to the application menu, if there is one; returns how to unsubscribe. */
  onMenuCommand(listener: (commandId: string) => void): () => void
}

/** The window of ikigai with its stores and actions. */
export function App({ model, onMenuCommand }: AppProps) {
  const [commands] = useState(() => createWindowCommands(model, (agentId) => promptElement(agentId)?.focus()))
  useEffect(
    () => onMenuCommand((id) => commands.find((command) => command.id === id)?.getAction()?.()),
    [commands, onMenuCommand],
  )
  return (
    <AppProvider value={model}>
      <CommandProvider value={commands}>
        <CSPProvider disableStyleElements>
          <Tooltip.Provider delay={500}>
            <Theme />
            <Keys />
            <WindowFrame />
          </Tooltip.Provider>
        </CSPProvider>
      </CommandProvider>
    </AppProvider>
  )
}

/** Handles keys in a component without markup, so that opening a dialog renders nothing else. */
function Keys() {
  const commands = useCommands()
  const dialogIsOpen = useDialogs((state) => state.dialog.type !== 'none')
  useWindowKeys(commands, dialogIsOpen)
  return null
}

function Theme() {
  const theme = usePreferences((state) => state.theme)
  const fontSize = usePreferences((state) => state.fontSize)
  useEffect(() => applyTheme(document.documentElement, theme), [theme])
  useEffect(() => applyFontSize(document.documentElement, fontSize), [fontSize])
  return null
}
