import type { KeyBinding } from './key-binding.ts'
import type { WindowCommand } from './window-command.ts'

/** The titles of other commands that have one of these keys: only the first of them all hears it. */
export function keyConflicts(
  commands: readonly Pick<WindowCommand, 'id' | 'title' | 'keys'>[],
  commandId: string,
  keys: readonly KeyBinding[],
): readonly string[] {
  return commands
    .filter((command) => command.id !== commandId && command.keys.some((each) => keys.includes(each)))
    .map(({ title }) => title)
}
