import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'

import { appMenuTemplate } from '../../../src/main/hosts/electron/app-menu.ts'
import { DEFAULT_KEYS } from '../../../src/renderer/commands/default-keys.ts'
import { createWindowCommands } from '../../../src/renderer/commands/window-commands.ts'
import { createAppModel } from '../../../src/renderer/app/app-model.ts'
import { MENU_COMMANDS } from '../../../src/shared/host-bridge.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import { busyWorld } from '../preview/preview-world.ts'
import { manualFrames } from '../support/manual-frames.ts'

const { connection } = createPreviewEngine(busyWorld())
const frames = manualFrames()
const clock = { frame: frames.schedule, debounce: frames.schedule }
const commands = createWindowCommands(createAppModel(connection, clock), () => undefined)

function flat(items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
}

const items = flat(appMenuTemplate({ platform: 'linux', run: () => undefined }))

/** As the window writes keys: `Mod+Shift+N`. */
function asBinding(accelerator: string): string {
  const names: Readonly<Record<string, string>> = { CmdOrCtrl: 'Mod', Esc: 'Escape' }
  return accelerator
    .split('+')
    .map((key) => names[key] ?? (/^(Up|Down|Left|Right)$/.test(key) ? `Arrow${key}` : key))
    .join('+')
}

/** Its key works inside a pane only: it is shown, and belongs to no table of the window. */
const KEYS_OF_A_PLACE = new Set(['agent.cancel'])

describe('the application menu and the command palette', () => {
  it('know the same commands, each once', () => {
    const ids = commands.map(({ id }) => id)

    expect(ids.toSorted()).toEqual([...MENU_COMMANDS].toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('show the same keys', () => {
    const shown = new Map<string, string[]>()
    for (const { id, accelerator } of items) {
      const command = id?.replace('.alternative', '') ?? ''
      if (accelerator === undefined || KEYS_OF_A_PLACE.has(command)) continue
      shown.set(command, [...(shown.get(command) ?? []), asBinding(accelerator)])
    }

    expect(Object.fromEntries(shown)).toEqual(DEFAULT_KEYS)
  })
})
