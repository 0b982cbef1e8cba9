import type { common as English } from '../en/common.ts'

/** Words that dialogs of several folders have in common. */
export const common: typeof English = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  loading: 'Wird geladen…',
  undo: 'Rückgängig machen',
  redo: 'Wiederholen',
  noResults: 'Keine Ergebnisse',
}
