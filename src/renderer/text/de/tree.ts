import type { tree as English } from '../en/tree.ts'
import { plural } from './plural.ts'

/** The tree of agents. */
export const tree: typeof English = {
  unreadResult: 'ungelesenes Ergebnis',
  groupBy: 'Agenten gruppieren',
  groupings: { none: 'Keine Gruppen', folder: 'Nach Ordner', date: 'Nach Datum' },
  groups: {
    pinned: 'Angeheftet',
    archive: 'Archiv',
    today: 'Heute',
    yesterday: 'Gestern',
    lastWeek: 'Letzte 7 Tage',
    older: 'Älter',
    noFolder: 'Ordner nicht bekannt',
  },
  agents: ({ agents }) => plural(agents, { one: '1 Agent', other: `${agents} Agenten` }),
  savedFilters: {
    list: 'Gespeicherte Filter',
    save: 'Filter speichern',
    remove: ({ filter }) => `Filter ${filter} entfernen`,
  },
}
