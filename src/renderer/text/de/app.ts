import type * as English from '../en/app.ts'
import { plural } from './plural.ts'

/** Words that dialogs of several folders have in common. */
export const common: typeof English.common = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  loading: 'Wird geladen…',
  undo: 'Rückgängig machen',
  redo: 'Wiederholen',
  newAgent: 'Neuer Agent',
  noResults: 'Keine Ergebnisse',
}

/** The frame of the window: title bar, the foot of the tree, and what is shown over the whole window. */
export const frame: typeof English.frame = {
  titleBar: {
    hideTree: 'Agentenbaum ausblenden',
    showTree: 'Agentenbaum einblenden',
    demo: 'Demo',
    exitDemo: 'Demo beenden',
    search: 'Suche oder Befehl',
    settings: 'Einstellungen',
  },
  views: {
    label: 'Ansichten',
    menu: 'Baum und Ansichten',
    panes: 'Bereiche',
    map: 'Karte',
    changes: 'Änderungen',
    race: 'Wettlauf',
    withKeys: ({ view, keys }) => `${view} (${keys})`,
  },
  needsYou: {
    count: ({ count }) => plural(count, { one: '1 wartet', other: `${count} warten` }),
    title: ({ parts }) => `Wartet auf eine Antwort: ${parts}`,
    permissions: ({ count }) => plural(count, { one: '1 Genehmigung', other: `${count} Genehmigungen` }),
    questions: ({ count }) => plural(count, { one: '1 Frage', other: `${count} Fragen` }),
    interrupted: ({ count }) => plural(count, { one: '1 unterbrochene Runde', other: `${count} unterbrochene Runden` }),
    unknownShort: 'Unbekannt',
    unknown: 'Was auf eine Antwort wartet, ist unbekannt, bis die Engine wieder erreichbar ist.',
  },
  status: {
    label: 'Status',
    running: ({ agents }) =>
      agents === 0 ? 'Nichts läuft' : plural(agents, { one: '1 läuft', other: `${agents} laufen` }),
    unknown: 'Unbekannt, was läuft',
    noKeychain: 'Kein Schlüsselbund',
    withoutKeychain: 'Umgebung und credentials.json werden verwendet',
    lastBackup: ({ date }) => `Die letzte Sicherung ist vom ${date}.`,
    backupOverdue: 'Sicherung überfällig',
    newer: ({ version }) => `Version ${version} ist verfügbar`,
    newerAbout: 'In den Einstellungen installieren.',
    backupFailed: 'Sicherung fehlgeschlagen',
    databaseDamaged: 'Datenbank beschädigt',
    damaged: ({ names }) => `Beschädigt: ${names}. Was zu tun ist, steht in den Einstellungen.`,
    dismiss: 'Ausblenden',
    internalError: 'Interner Fehler',
    reopened: 'Engine neu geöffnet',
    reopenedAbout: ({ message }) =>
      `Die Engine wurde nach einem internen Fehler geschlossen und neu geöffnet: ${message}. Laufende Runden sind unterbrochen und lassen sich fortsetzen. Klicken, um den Hinweis auszublenden.`,
    internalErrorAbout: ({ message, file, agent }) =>
      [
        agent === null
          ? `ikigai läuft nach einem internen Fehler weiter: ${message}.`
          : `Die Runde von „${agent}“ endete mit einem internen Fehler: ${message}.`,
        ...(file === null ? [] : [`Zum Melden ${file} beilegen.`]),
        'Klicken, um den Hinweis auszublenden.',
      ].join(' '),
  },
  otherCodes: {
    label: 'Code für ein anderes Fenster',
    about: ({ request }) => `Ein anderes Fenster bittet um: ${request}. Ist es ein eigenes, dort diesen Code eingeben:`,
    unknown: 'Ist es ein fremdes, dessen Sitzung beenden.',
    browsers: 'Browser anzeigen',
  },
  windowName: ({ name }) => `${name} · ikigai`,
  resizeTree: 'Breite des Agentenbaums ändern',
  resizeUsage: 'Breite des Verbrauchs ändern',
  resizeInspector: 'Breite des Inspektors ändern',
  opening: 'Wird geöffnet',
  openingNow: 'Wird geöffnet…',
  connecting: 'Verbindung zur Engine wird hergestellt…',
  firstTime: 'Der erste Start legt die Datenbank an, was einige Sekunden dauert.',
  offline: 'Offline: Die Engine ist nicht erreichbar. Verbindung wird wiederhergestellt…',
  ended: {
    title: 'Die Sitzung ist beendet',
    about: 'Alles ist gespeichert. Dieser Tab kann geschlossen werden.',
    back: 'Weiter',
  },
  confirmation: {
    title: 'Bestätigen',
    about: ({ request }) => `Dieses Fenster fragt an: ${request}.`,
    code: 'Code aus dem Terminal, in dem ikigai läuft',
    elsewhere: 'Ist dieses Terminal nicht zu sehen, zeigt dieser Befehl den Code auf jenem Rechner:',
    copyCommand: 'Befehl kopieren',
    confirm: 'Bestätigen',
  },
}

/** Settings › Shortcuts. */
export const shortcuts: typeof English.shortcuts = {
  singleKeys:
    'Einzelne Buchstaben als Kürzel (A erlaubt einen Aufruf, J geht zur nächsten Nachricht, E bearbeitet sie)',
  search: 'Befehle suchen',
  commands: 'Befehle',
  pressKeys: 'Tasten drücken…',
  pressKeysFor: ({ command }) => `Tasten für ${command} drücken`,
  change: 'Ändern',
  changeFor: ({ command }) => `Tasten für ${command} ändern`,
  reset: 'Zurücksetzen',
  resetFor: ({ command }) => `Tasten für ${command} zurücksetzen`,
  replace: 'Ersetzen',
  replaceKey: ({ conflict }) => `Ersetzen: ${conflict}`,
  conflict: ({ commands }) => `Verwendet von ${commands}. Ersetzen?`,
  quoted: ({ command }) => `„${command}“`,
}

/** The command palette and the list of shortcuts. */
export const palette: typeof English.palette = {
  title: 'Befehlspalette',
  placeholder: 'Befehle und Agenten suchen',
  recent: 'Zuletzt verwendet',
  groups: { Agents: 'Befehle für Agenten', Panes: 'Befehle für Bereiche', View: 'Befehle für das Fenster' },
  heading: ({ page, heading }) => `${page} › ${heading}`,
  synonyms: {
    'agent.archive': 'ausblenden löschen',
    'agent.cancel': 'abbrechen unterbrechen',
    'agent.changes': 'Diff prüfen rückgängig Dateien Git',
    'agent.clear': 'vergessen zurücksetzen',
    'agent.compress': 'zusammenfassen kürzen',
    'agent.export': 'speichern herunterladen',
    'agent.folder': 'Worktree Verzeichnis Projekt Arbeitsbereich',
    'agent.fork': 'Worktree verzweigen',
    'agent.import': 'ChatGPT Claude Cursor Unterhaltungen',
    'agent.kill': 'löschen entfernen',
    'agent.model': 'wechseln Anbieter',
    'agent.newOutside': 'Claude Code Codex Gemini CLI ACP',
    'agent.race': 'Versuche Test bester',
    'agent.rewind': 'rückgängig zurück',
    'agent.terminal': 'Shell Konsole',
    'agent.thinking': 'Nachdenken Aufwand',
    'agent.switch': 'gehen zuletzt verwendet schnell',
    'agent.prompts': 'Gliederung Fragen springen',
    'layout.list': 'Layout speichern Arbeitsbereich',
    'edit.searchAll': 'alle Agenten Nachrichten Verlauf',
    'pane.reopen': 'rückgängig',
    'settings.appearance': 'Sprache Textgröße Schrift Design Zoom Dichte',
    'settings.database': 'Sicherung Backup wiederherstellen Speicher Worktrees',
    'settings.keys': 'API Anmeldung Konto',
    'settings.models': 'Standard Anbieter Preis',
    'help.open': 'Dokumentation Handbuch Anleitung',
    'help.tour': 'Einführung Anleitung lernen',
    'view.shortcuts': 'Tasten Kürzel',
    'view.usage': 'Kosten Ausgaben Tokens',
  },
  agents: 'Zu Agent wechseln',
  moreAgents: ({ agents }) =>
    plural(agents, {
      one: '1 weiterer Agent. Mehr vom Namen eingeben.',
      other: `${agents} weitere Agenten. Mehr vom Namen eingeben.`,
    }),
  messages: 'Nachrichten',
  searchMessages: ({ text }) => `Alle Nachrichten nach „${text}“ durchsuchen`,
  command: ({ title, detail }) => `${title}: ${detail}`,
  shortcuts: 'Tastenkürzel',
  anyPane: 'Zu Bereich 1…9 wechseln',
  anyLayout: 'Anordnung 1…9 öffnen',
}

/** The list of agents to switch to. */
export const switcher: typeof English.switcher = {
  title: 'Agent wechseln',
  placeholder: 'Agenten suchen',
  lately: 'Zuletzt verwendet',
  others: 'Weitere Agenten',
  more: ({ agents }) =>
    plural(agents, {
      one: '1 weiterer Agent. Mehr vom Namen eingeben.',
      other: `${agents} weitere Agenten. Mehr vom Namen eingeben.`,
    }),
  under: ({ parent, folder }) => `${parent} · ${folder}`,
  keys: ({ open, beside, next }) =>
    [
      `${open} zeigt ihn`,
      `${beside} öffnet einen Bereich für ihn`,
      ...(next === undefined ? [] : [`${next} wählt den nächsten aus`]),
    ].join(' · '),
}

/** The saved arrangements of panes. */
export const layouts: typeof English.layouts = {
  title: 'Anordnungen',
  about:
    'Eine Anordnung ist, was das Fenster gerade zeigt: seine Bereiche mit ihren Agenten, den Vergleich und die Ansicht.',
  name: 'Name der Anordnung',
  placeholder: 'prüfen',
  save: 'Speichern',
  replace: 'Ersetzen',
  saved: 'Gespeicherte Anordnungen',
  none: 'Noch ist keine Anordnung gespeichert.',
  facts: ({ panes, view }) => (view === null ? panes : `${panes} · ${view}`),
  compared: 'Vergleich',
  open: ({ layout }) => `${layout} öffnen`,
  remove: ({ layout }) => `${layout} entfernen`,
  removed: ({ layout }) => `Anordnung ${layout} entfernt.`,
  notChanged: 'Die Anordnungen wurden nicht geändert. Erneut versuchen.',
  full: ({ layouts }) => `${layouts} Anordnungen sind gespeichert. Zuerst eine entfernen.`,
  opened: ({ layout }) => `Anordnung ${layout}`,
  gone: ({ layout }) => `Von den Agenten der Anordnung ${layout} gibt es keinen mehr.`,
}

/** The context menu of the desktop app. */
export const contextMenu: typeof English.contextMenu = {
  cut: 'Ausschneiden',
  copy: 'Kopieren',
  paste: 'Einfügen',
  selectAll: 'Alles auswählen',
  openLink: 'Link öffnen',
  copyLink: 'Link kopieren',
  copyImage: 'Bild kopieren',
  saveImage: 'Bild speichern…',
  noSuggestions: 'Keine Vorschläge',
  learnWord: 'Zum Wörterbuch hinzufügen',
  checkSpelling: 'Rechtschreibung prüfen',
  downloadDictionaries: 'Rechtschreibung prüfen (lädt Wörterbücher von Google, ab dem nächsten Start)',
}

/** The terminal below a conversation. */
export const terminal: typeof English.terminal = {
  title: 'Terminal',
  close: 'Terminal schließen',
  toPrompt: 'zum Prompt',
  notLoaded: 'Das Terminal konnte nicht geladen werden. Schließen und erneut öffnen.',
  tryAgain: 'Erneut versuchen',
}
