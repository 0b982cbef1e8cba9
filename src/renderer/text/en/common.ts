/** Words that dialogs of several folders have in common. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading…',
  undo: 'Undo',
  redo: 'Redo',
  noResults: 'No results',
}
