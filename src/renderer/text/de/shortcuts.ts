import type { shortcuts as English } from '../en/shortcuts.ts'

/** Settings › Shortcuts. */
export const shortcuts: typeof English = {
  search: 'Befehle suchen',
  commands: 'Befehle',
  pressKeys: 'Tasten drücken…',
  pressKeysFor: ({ command }) => `Tasten für ${command} drücken`,
  change: 'Ändern',
  changeFor: ({ command }) => `Tasten für ${command} ändern`,
  reset: 'Zurücksetzen',
  resetFor: ({ command }) => `Tasten für ${command} zurücksetzen`,
  replace: 'Ersetzen',
  replaceKey: ({ conflict }) => `Ersetzen: ${conflict}`,
  conflict: ({ commands }) => `Verwendet von ${commands}. Ersetzen?`,
  quoted: ({ command }) => `„${command}“`,
}
