import type { KeyBinding } from './key-binding.ts'

/**
 * The keys of each command unless a person chose others (`Preferences.keys`). Commands that are not here have none.
 * Keys that belong to a place (the prompt box, the tree) stand in `PLACE_KEYS` and can't be rebound.
 */
export const DEFAULT_KEYS: Readonly<Record<string, readonly KeyBinding[]>> = {
  'agent.new': ['Mod+N'],
  'agent.fork': ['Mod+Shift+N'],
  'agent.model': ['Mod+M'],
  'agent.thinking': ['Mod+Shift+T'],
  'agent.stopBelow': ['Mod+.'],
  'agent.stopAll': ['Mod+Shift+.'],
  'agent.parent': ['Alt+ArrowUp'],
  'agent.firstChild': ['Alt+ArrowDown'],
  'agent.previousSibling': ['Alt+ArrowLeft'],
  'agent.nextSibling': ['Alt+ArrowRight'],
  'agent.nextWaiting': ['Mod+Shift+A'],
  'compare.send': ['Mod+Enter'],
  'edit.find': ['Mod+F'],
  'edit.searchAll': ['Mod+Shift+F'],
  'pane.back': ['Mod+['],
  'pane.forward': ['Mod+]'],
  'pane.lastUsed': ['Ctrl+Tab'],
  'pane.split': ['Mod+\\'],
  'pane.splitDown': ['Mod+Shift+\\'],
  'pane.close': ['Mod+W'],
  'pane.maximise': ['Mod+Shift+M'],
  'view.inspector': ['Mod+I'],
  'view.palette': ['Mod+K', 'Mod+Shift+P'],
  'view.settings': ['Mod+,'],
  'view.shortcuts': ['Mod+Shift+/'],
  'view.tree': ['Mod+B'],
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [`pane.${number}`, [`Mod+${number}`]])),
}

/** The keys in force. */
export function keysOf(
  commandId: string,
  chosen: Readonly<Record<string, readonly KeyBinding[]>>,
): readonly KeyBinding[] {
  return chosen[commandId] ?? DEFAULT_KEYS[commandId] ?? []
}

/** Keys that belong to a place instead of the whole window. */
export const PLACE_KEYS: readonly { readonly title: string; readonly keys: readonly KeyBinding[] }[] = [
  { title: 'Send the prompt', keys: ['Enter'] },
  { title: 'New line in the prompt', keys: ['Shift+Enter'] },
  { title: 'Recall an earlier prompt', keys: ['ArrowUp'] },
  { title: 'Complete a command', keys: ['Tab'] },
  { title: 'Rewind, in an empty prompt', keys: ['Escape Escape'] },
  { title: 'Stop the turn', keys: ['Escape', 'Ctrl+C'] },
  { title: 'Rename the agent, in the tree', keys: ['F2'] },
  { title: 'Open beside, in the tree', keys: ['Mod+Enter'] },
  { title: 'Pick for a comparison, in the tree', keys: ['Shift+Space'] },
  { title: 'Menu of the agent, in the tree', keys: ['Shift+F10'] },
  { title: 'Kill the agent, in the tree', keys: ['Delete'] },
]
