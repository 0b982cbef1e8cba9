/** The names of keys, as they are printed on keyboards other than those of a Mac. */
export const keys = {
  ctrl: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  tab: 'Tab',
  space: 'Space',
  escape: 'Esc',
  delete: 'Delete',
  enter: 'Enter',
  pageUp: 'Page Up',
  pageDown: 'Page Down',
  home: 'Home',
  end: 'End',
}
