import type { inbox as English } from '../en/inbox.ts'

/** The inbox. */
export const inbox: typeof English = {
  unread: {
    title: 'Ungelesene Ergebnisse',
    state: 'fertig',
    finished: ({ agent }) => `${agent} ist fertig`,
    mark: 'Als gelesen markieren',
    markAll: ({ results }) => `Alle als gelesen markieren (${results})`,
  },
}
