import { useEffect } from 'react'

import { matchesBinding } from '../commands/key-binding.ts'
import type { WindowCommand } from '../commands/window-command.ts'
import { IS_MAC } from './platform.ts'

/** Runs commands by their keys, wherever the focus is. An open dialog keeps the keys to itself. */
export function useWindowKeys(commands: readonly WindowCommand[], dialogIsOpen: boolean): void {
  useEffect(() => {
    function onKeyDown(key: KeyboardEvent): void {
      if (dialogIsOpen || key.defaultPrevented || key.isComposing) return
      const command = commands.find((each) => each.keys.some((binding) => matchesBinding(binding, key, IS_MAC)))
      const run = command?.prepare() ?? null
      if (run === null) return
      key.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [commands, dialogIsOpen])
}
