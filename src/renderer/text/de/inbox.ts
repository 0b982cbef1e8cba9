import type { inbox as English } from '../en/inbox.ts'

/** The inbox. */
export const inbox: typeof English = {
  title: 'Genehmigungen',
  waiting: 'Wartet jetzt',
  item: ({ tool, subject }) => `${tool}: ${subject}`,
  goToAgent: 'Zum Agenten',
  goTo: ({ agent }) => `Zum Agenten: ${agent}`,
  nothing: 'Nichts wartet auf eine Eingabe.',
  nothingHint:
    'Wenn ein Tool die Genehmigung braucht, etwas zu schreiben, auszuführen oder abzurufen, erscheint seine Anfrage hier und im Bereich des Agenten.',
  settled: {
    recent: ({ answers }) => `Zuletzt beantwortet (${answers})`,
    allowed: 'Erlaubt',
    denied: 'Abgelehnt',
    answered: 'Beantwortet',
    withdrawn: 'Zurückgezogen: Die Runde wurde angehalten',
    elsewhere: {
      allowed: 'In einem anderen Fenster erlaubt',
      denied: 'In einem anderen Fenster abgelehnt',
      answered: 'In einem anderen Fenster beantwortet',
    },
  },
  interrupted: {
    title: 'Unterbrochen',
    state: 'unterbrochen',
    agent: ({ agent }) => `${agent} wurde unterbrochen`,
    resumeAll: ({ agents }) => `Alle fortsetzen (${agents})`,
  },
  failed: {
    title: 'Fehlgeschlagen',
    state: 'fehlgeschlagen',
    agent: ({ agent }) => `${agent} ist fehlgeschlagen`,
    dismiss: 'Ausblenden',
    dismissAll: ({ agents }) => `Alle ausblenden (${agents})`,
    notKnown: 'Die letzte Runde ist fehlgeschlagen. Ihr Bereich zeigt den Grund.',
    reason: ({ error, message }) => `${error}: ${message}`,
  },
  unread: {
    title: 'Ungelesene Ergebnisse',
    state: 'fertig',
    finished: ({ agent }) => `${agent} ist fertig`,
    mark: 'Als gelesen markieren',
    markAll: ({ results }) => `Alle als gelesen markieren (${results})`,
  },
}
