import type { keys as English } from '../en/keys.ts'

/** The names of keys, as they are printed on keyboards other than those of a Mac. */
export const keys: typeof English = {
  ctrl: 'Strg',
  shift: 'Umschalt',
  alt: 'Alt',
  tab: 'Tab',
  space: 'Leertaste',
  escape: 'Esc',
  delete: 'Entf',
  enter: 'Eingabe',
  pageUp: 'Bild auf',
  pageDown: 'Bild ab',
  home: 'Pos 1',
  end: 'Ende',
}
