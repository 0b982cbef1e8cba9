import type * as English from '../en/tree.ts'
import { plural } from './plural.ts'

const below = (descendants: number): string =>
  plural(descendants, { one: 'den Agenten darunter', other: `die ${descendants} Agenten darunter` })

const stays = (agents: number): string =>
  plural(agents, {
    one: 'Die Unterhaltung bleibt im Protokoll und kann weiterhin gelesen, durchsucht und exportiert werden.',
    other: 'Die Unterhaltungen bleiben im Protokoll und können weiterhin gelesen, durchsucht und exportiert werden.',
  })

/** The tree of agents. */
export const tree: typeof English.tree = {
  title: 'Agenten',
  empty: 'Noch keine Agenten.',
  filter: 'Agenten filtern',
  filterPlaceholder: 'Filtern',
  suggestions: 'Vorschläge für den Filter',
  filterHelp:
    'Wörter eines Namens, der Anfang einer ID, is:running, is:archived, model:opus, project:shop, cost:>1, after:2026-11-01, -is:idle',
  running: ({ agents }) => plural(agents, { one: `${agents} läuft`, other: `${agents} laufen` }),
  waiting: ({ agents }) => plural(agents, { one: `${agents} wartet`, other: `${agents} warten` }),
  matches: ({ agents }) => `${agents} Treffer`,
  updateOrder: 'Reihenfolge aktualisieren',
  noMatches: 'Kein Agent passt.',
  clearFilter: 'Filter löschen',
  searchAll: 'Gesamten Text durchsuchen…',
  archive: 'Archiv',
  morePath: ({ agents }) => `… ${agents} weitere …`,
  row: {
    unreadResult: 'ungelesenes Ergebnis',
    column: ({ letter }) => `Spalte ${letter}`,
    version: ({ version, versions }) => `Version ${version} von ${versions}`,
    showVersion: 'Eine Version anzeigen',
    showVersions: 'Alle Versionen anzeigen',
    versionBefore: 'Vorherige Version',
    versionAfter: 'Nächste Version',
    new: 'neu',
    needsYou: 'wartet',
    needsYouBelow: 'ein Agent darunter wartet auf eine Antwort',
    attempts: ({ done, of }) => `${done} von ${of} fertig`,
    kinds: {
      conversation: 'Fork',
      answer: 'verglichene Antwort',
      judge: 'Urteil',
      merge: 'aus Antworten zusammengeführt',
      attempt: 'Versuch',
      task: 'Aufgabe',
      subagent: 'Unteragent',
    },
    pinned: 'angeheftet',
    archived: 'archiviert',
    worktreeSpoken: ({ branch }) => `eigener Worktree ${branch}`,
    unread: ({ mails }) => `${mails} ungelesen`,
    queued: ({ prompts }) => `${prompts} eingereiht`,
    costBelow: ({ own, subtree }) => `${own}, ${subtree} mit den Agenten darunter`,
  },
  menu: {
    label: 'Menü des Agenten',
    show: 'Öffnen',
    beside: 'In neuem Bereich öffnen',
    pin: 'Anheften',
    unpin: 'Lösen',
    archive: 'Archivieren',
    unarchive: 'Aus dem Archiv holen',
    readMail: 'Nachrichten lesen',
    noneUnread: 'keine ungelesen',
    wakeOnMail: 'Bei neuen Nachrichten eine Runde starten',
    on: 'ein',
    off: 'aus',
  },
  selection: {
    label: 'Ausgewählte Agenten',
    oneMore: 'Zum Vergleichen einen weiteren auswählen',
    compare: ({ agents }) => `${agents} Agenten vergleichen`,
    open: ({ agents }) => `${agents} öffnen`,
    archive: ({ agents }) => `${agents} archivieren`,
    unarchive: ({ agents }) => `${agents} aus dem Archiv holen`,
    pin: ({ agents }) => `${agents} anheften`,
    unpin: ({ agents }) => `${agents} lösen`,
    stop: ({ agents }) => `${agents} anhalten`,
    kill: ({ agents }) => `${agents} beenden…`,
    clear: 'Auswahl aufheben',
  },
  kill: {
    title: ({ agent }) => `„${agent}“ beenden?`,
    titleMany: ({ agents }) => `${agents} Agenten beenden?`,
    about: ({ names, agents }) => `Dies beendet ${names} endgültig. ${stays(agents)}`,
    aboutBelow: ({ names, agents, descendants }) =>
      `Dies beendet ${names} und ${below(descendants)} endgültig. ${stays(agents)}`,
    submit: 'Beenden',
  },
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

/** The search over all agents. */
export const search: typeof English.search = {
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
