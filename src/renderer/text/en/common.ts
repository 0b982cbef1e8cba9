/** Words that dialogs of several folders have in common. */
export const common = {
  cancel: 'Cancel',
  noResults: 'No results',
}
