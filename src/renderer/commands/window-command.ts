import type { MenuCommand } from '../../shared/host-bridge.ts'
import type { KeyBinding } from './key-binding.ts'

/** Something that the window can do by name: from the palette, by its keys, or from the application menu. */
export interface WindowCommand {
  /** The application menu knows it too. */
  readonly id: MenuCommand
  readonly title: string
  readonly group: 'Agents' | 'Panes' | 'View'
  readonly keys: readonly KeyBinding[]
  /** Null: not possible now. Asked when the palette opens and when the keys are pressed. */
  prepare(): (() => void) | null
}

/** A command without its keys, which stand in one table (default-keys.ts) and may be rebound. */
export type CommandBody = Omit<WindowCommand, 'keys'>
