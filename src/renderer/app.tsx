import { Tooltip } from '@base-ui/react/tooltip'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'

import type { AppCommandId } from '../shared/app-commands.ts'
import { CommandProvider, useCommands } from './hooks/command-context.ts'
import { useCompositionKeys } from './hooks/composition.ts'
import { createWindowLayers, useWindowLayers, WindowLayersContext } from './hooks/layer-host.ts'
import { useRunCommand } from './hooks/use-run-command.ts'
import { useSingleKeys } from './hooks/use-single-keys.ts'
import { useUnreadResults } from './hooks/use-unread-results.ts'
import { AppProvider, useActions, useStores } from './hooks/app-context.ts'
import { usePreferences } from './hooks/use-stores.ts'
import { HelpContext } from './parts/help-context.ts'
import { LayerHostContext } from './parts/layer-host.ts'
import { WindowFrame } from './frame/window-frame.tsx'
import { createWindowCommands, type WindowCommand } from './commands/window-commands.ts'
import { promptElement } from './hooks/prompt-id.ts'
import { CodeViewContext } from './parts/rich/code-view-context.ts'
import { keepOpenSettings, takeOpenSettings, followLanguage, LANGUAGE_TAG } from './text/language.ts'
import { restCaret } from './theme/resting-caret.ts'
import { applyDensity, applyFonts, applyTextSize, applyTheme } from './theme/apply-theme.ts'
import type { AppModel } from './app/app-model.ts'
import { matchesBinding } from './commands/key-binding.ts'
import { IS_MAC } from './hooks/platform.ts'

interface AppProps {
  readonly model: AppModel
  /** Subscribes to the application menu, if there is one; returns how to unsubscribe. */
  onMenuCommand(listener: (commandId: string) => void): () => void
}

/** The window of ikigai with its stores and actions. */
export function App({ model, onMenuCommand }: AppProps) {
  const [commands] = useState(() => createWindowCommands(model, (agentId) => promptElement(agentId)?.focus()))
  const [layers] = useState(() => createWindowLayers(model.stores))
  useEffect(() => restCaret(document.documentElement), [])
  return (
    <AppProvider value={model}>
      <CommandProvider value={commands}>
        <CSPProvider disableStyleElements>
          <Tooltip.Provider delay={500}>
            <WindowLayersContext value={layers}>
              <LayerHostContext value={layers}>
                <Theme />
                <Language />
                <Keys onMenuCommand={onMenuCommand} />
                <CodeViews>
                  <HelpContext value={model.stores.help.show}>
                    <WindowFrame />
                  </HelpContext>
                </CodeViews>
              </LayerHostContext>
            </WindowLayersContext>
          </Tooltip.Provider>
        </CSPProvider>
      </CommandProvider>
    </AppProvider>
  )
}

/** It opens over a dialog, and is about that. */
const OVER_LAYERS: AppCommandId = 'help.open'

/** Runs commands by keys and from the menu. */
function Keys({ onMenuCommand }: { onMenuCommand: AppProps['onMenuCommand'] }) {
  const commands = useCommands()
  const layers = useWindowLayers()
  const runCommand = useRunCommand()
  useCompositionKeys()
  useSingleKeys()
  useWindowKeys(commands)
  useUnreadResults()
  const onMenu = useEffectEvent((id: string) => {
    const run = commands.find((command) => command.id === id)?.getAction() ?? null
    if (run === null) return
    if (layers.isOpen() && id !== OVER_LAYERS) runCommand(run)
    else run()
  })
  useEffect(() => onMenuCommand(onMenu), [onMenuCommand])
  return null
}

/** Gives all blocks of code the user's choice of how to show them. */
function CodeViews({ children }: { children: ReactNode }) {
  const { settings } = useActions()
  const view = usePreferences((state) => state.codeView)
  const setting = useMemo(
    () => ({ view, change: (codeView: typeof view) => void settings.prefer({ codeView }) }),
    [view, settings],
  )
  return <CodeViewContext value={setting}>{children}</CodeViewContext>
}

/** Names the page's language, and loads the window anew when the user chooses another one. */
function Language() {
  const { dialogs } = useStores()
  const language = usePreferences((state) => state.language)
  useEffect(() => void (document.documentElement.lang = LANGUAGE_TAG), [])
  useEffect(() => {
    if (takeOpenSettings()) dialogs.setState({ dialog: { type: 'settings', page: 'appearance' } })
  }, [dialogs])
  useEffect(
    () => followLanguage(language, () => keepOpenSettings(dialogs.getState().dialog.type === 'settings')),
    [language, dialogs],
  )
  return null
}

function Theme() {
  const theme = usePreferences((state) => state.theme)
  const textSize = usePreferences((state) => state.textSize)
  const fonts = usePreferences((state) => state.fonts)
  const density = usePreferences((state) => state.density)
  useEffect(() => applyTheme(document.documentElement, theme), [theme])
  useEffect(() => applyTextSize(document.documentElement, textSize), [textSize])
  useEffect(() => applyFonts(document.documentElement, fonts), [fonts])
  useEffect(() => applyDensity(document.documentElement, density), [density])
  return null
}

/** Runs commands by their keys, wherever the focus is. While a modal layer is open, it receives all keys but that of the help. */
function useWindowKeys(commands: readonly WindowCommand[]): void {
  const layers = useWindowLayers()
  // A key that is pressed as soon as the window is drawn must not be lost.
  useLayoutEffect(() => {
    function onKeyDown(key: KeyboardEvent): void {
      if (key.defaultPrevented) return
      const command = commands.find((each) => each.currentKeys.some((binding) => matchesBinding(binding, key, IS_MAC)))
      if (layers.isOpen() && command?.id !== OVER_LAYERS) return
      const run = command?.getAction() ?? null
      if (run === null) return
      key.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [commands, layers])
}
