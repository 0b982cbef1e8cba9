/** The context menu of the desktop app. */
export const contextMenu = {
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  openLink: 'Open link',
  copyLink: 'Copy link',
  copyImage: 'Copy image',
  saveImage: 'Save image…',
  noSuggestions: 'No suggestions',
  learnWord: 'Add to dictionary',
  checkSpelling: 'Check spelling',
  downloadDictionaries: 'Check spelling (downloads dictionaries from Google, from the next start)',
}
