import type { search as English } from '../en/search.ts'
import { plural } from './plural.ts'

/** The search over all agents. */
export const search: typeof English = {
  label: 'Alles durchsuchen',
  placeholder: 'Alle Agenten durchsuchen',
  results: 'Treffer',
  searchOlder: 'Ältere Ereignisse durchsuchen',
  showOlder: 'Ältere anzeigen',
  about: 'Durchsucht alle Ereignisse aller Agenten.',
  searching: 'Suche läuft…',
  noneAmongNewest: 'Keine Treffer unter den neuesten Ereignissen',
  matches: ({ hits }) => plural(hits, { one: '1 Treffer, neueste zuerst', other: `${hits} Treffer, neueste zuerst` }),
  matchesSoFar: ({ hits }) =>
    plural(hits, { one: 'Mindestens 1 Treffer, neueste zuerst', other: `Mindestens ${hits} Treffer, neueste zuerst` }),
  kinds: {
    user: 'Eigener Prompt',
    assistant: 'Antwort',
    tool_result: 'Tool-Ergebnis',
    tool_call: 'Tool-Aufruf',
    mail: 'Nachricht',
    summary: 'Zusammenfassung',
    system: 'System-Prompt',
    command: 'Befehl',
  },
  alsoIn: ({ agents }) => `auch in ${agents}`,
  inNoContext: 'in keinem Kontext',
}
