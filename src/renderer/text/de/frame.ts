import type { frame as English } from '../en/frame.ts'
import { plural } from './plural.ts'

/** The frame of the window: title bar, status bar, and what is shown over the whole window. */
export const frame: typeof English = {
  titleBar: {
    hideTree: 'Agentenbaum ausblenden',
    showTree: 'Agentenbaum einblenden',
    demo: 'Demo',
    exitDemo: 'Demo beenden',
    search: 'Befehle und Agenten suchen',
    settings: 'Einstellungen',
  },
  statusBar: {
    label: 'Status',
    running: ({ agents }) => plural(agents, { one: '1 läuft', other: `${agents} laufen` }),
    waiting: ({ agents }) =>
      plural(agents, { one: '1 wartet auf eine Eingabe', other: `${agents} warten auf eine Eingabe` }),
    databaseOk: 'Datenbank in Ordnung',
    keychainOk: 'Schlüsselbund in Ordnung',
    lastBackup: ({ date }) => `Die letzte Sicherung ist vom ${date}.`,
    backupOverdue: 'Sicherung überfällig',
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
        ...(file === null ? [] : [`Bitte melden Sie ihn mit ${file}.`]),
        'Klicken, um den Hinweis auszublenden.',
      ].join(' '),
    connection: { connecting: 'Verbindung wird hergestellt…', open: 'verbunden', lost: 'offline' },
  },
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
    confirm: 'Bestätigen',
  },
}
