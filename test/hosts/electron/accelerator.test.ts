import { expect, it } from 'vitest'

import { acceleratorOf, macKeys } from '../../../src/main/hosts/electron/accelerator.ts'

it.each([
  ['Mod+Shift+N', 'CmdOrCtrl+Shift+N', '⌘⇧N'],
  ['Ctrl+Tab', 'Ctrl+Tab', 'CtrlTab'],
  ['Alt+ArrowLeft', 'Alt+Left', '⌥←'],
  ['Mod+\\', 'CmdOrCtrl+\\', '⌘\\'],
  ['Mod+ ', 'CmdOrCtrl+Space', '⌘Space'],
  ['F12', 'F12', 'F12'],
])('%s is %s for Electron, and %s in a menu of macOS', (binding, accelerator, shown) => {
  expect(acceleratorOf(binding)).toBe(accelerator)
  expect(macKeys(accelerator)).toBe(shown)
})

it.each(['', 'Mod+', 'Mod++', 'Hyper+N', 'Mod+F25', 'Mod+AudioVolumeUp', 'Mod+ß', 'Mod+N\n'])(
  '%j, for which Electron has no name, is left out instead of breaking the menu',
  (binding) => {
    expect(acceleratorOf(binding)).toBeNull()
  },
)
