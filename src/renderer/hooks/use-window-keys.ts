import { useLayoutEffect } from 'react'

import { matchesBinding } from '../commands/key-binding.ts'
import type { WindowCommand } from '../commands/window-commands.ts'
import { useWindowLayers } from './layer-host.ts'
import { IS_MAC } from './platform.ts'

/** Runs commands by their keys, wherever the focus is. While a modal layer is open, it receives all keys. */
export function useWindowKeys(commands: readonly WindowCommand[]): void {
  const layers = useWindowLayers()
  // A key that is pressed as soon as the window is drawn must not be lost.
  useLayoutEffect(() => {
    function onKeyDown(key: KeyboardEvent): void {
      if (layers.isOpen() || key.defaultPrevented || key.isComposing) return
      const command = commands.find((each) => each.currentKeys.some((binding) => matchesBinding(binding, key, IS_MAC)))
      const run = command?.getAction() ?? null
      if (run === null) return
      key.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [commands, layers])
}
