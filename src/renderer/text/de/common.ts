import type { common as English } from '../en/common.ts'

/** Words that dialogs of several folders have in common. */
export const common: typeof English = {
  cancel: 'Abbrechen',
  noResults: 'Keine Ergebnisse',
}
