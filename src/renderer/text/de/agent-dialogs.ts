import type { agentDialogs as English } from '../en/agent-dialogs.ts'
import { plural } from './plural.ts'

/** The dialogs about one agent: folder, mark, name, rewind, sandbox, system prompt, and new agents of a kind. */
export const agentDialogs: typeof English = {
  folder: {
    title: ({ agent }) => `Arbeitsordner von „${agent}“`,
    caption:
      'Befehle laufen in diesem Ordner. Das Lesen seiner Dateien braucht keine Genehmigung. Forks dieses Agenten verwenden ihn ebenfalls.',
    wideCaption: ({ warning }) => `Befehle laufen hier. ${warning} Forks dieses Agenten verwenden ihn ebenfalls.`,
    label: 'Ordner',
    workspace: '(der Arbeitsbereich)',
    chosenFor: ({ agent }) => `(gewählt für „${agent}“)`,
    choose: 'Auswählen…',
    useWorkspace: 'Arbeitsbereich verwenden',
    useParent: 'Ordner des übergeordneten Agenten verwenden',
    submit: 'Ordner festlegen',
  },
  takeOver: {
    menu: 'Übernehmen…',
    title: ({ agent }) => `„${agent}“ übernehmen`,
    caption: ({ home }) =>
      `Dieser Agent läuft bei ${home}. Nach der Übernahme läuft er hier, mit den Schlüsseln, Regeln und Programmen dieses Kontos; Agenten unter ihm, die dort laufen, kommen mit. Was dort erlaubt war, ist hier nicht erlaubt.`,
    label: 'Ordner, in dem er hier arbeitet',
    workspace: 'der Arbeitsbereich',
    choose: 'Auswählen…',
    submit: 'Übernehmen',
  },
  sandbox: {
    label: 'Sandbox für Befehle',
    inherited: 'Wie beim übergeordneten Agenten oder wie in den Einstellungen',
    fromProfile: ({ profile }) => `Aus dem Profil „${profile}“`,
  },
  mark: {
    title: 'Marke setzen',
    label: 'Name der Marke (um später zu ihr zurückzuspulen oder von ihr abzuzweigen)',
    placeholder: 'VOR_DEM_PLAN',
  },
  rename: { title: 'Agent umbenennen', label: 'Name des Agenten', submit: 'Umbenennen' },
  redact: {
    menu: 'Schwärzen…',
    titleOfMessage: 'Diese Nachricht schwärzen?',
    titleOfAgent: ({ agent }) => `„${agent}“ schwärzen?`,
    lost: ({ what }) => `Damit wird der Inhalt entfernt: ${what}.`,
    messages: ({ messages }) => plural(messages, { one: '1 Nachricht', other: `${messages} Nachrichten` }),
    files: ({ files }) => plural(files, { one: '1 angehängte Datei', other: `${files} angehängte Dateien` }),
    mail: ({ mail }) => plural(mail, { one: '1 Post an Agenten', other: `${mail} Posten an Agenten` }),
    queued: ({ prompts }) => plural(prompts, { one: '1 wartender Prompt', other: `${prompts} wartende Prompts` }),
    draft: 'der Text im Eingabefeld',
    heirs: ({ agents }) =>
      plural(agents, {
        one: 'Der Agent darunter verliert, was er davon übernommen hat.',
        other: `Die ${agents} Agenten darunter verlieren, was sie davon übernommen haben.`,
      }),
    forGood:
      'Er wird aus dem Protokoll, der Suche, allen Kontexten und den Dateien der Datenbank entfernt. Das kann nicht rückgängig gemacht werden. Im Protokoll steht, wann und warum.',
    reason: 'Grund (optional)',
    word: 'schwärzen',
    confirm: ({ word }) => `Zur Bestätigung „${word}“ eingeben`,
    submit: 'Schwärzen',
    running: 'Wird geschwärzt…',
    done: ({ messages }) =>
      plural(messages, { one: '1 Nachricht wurde geschwärzt.', other: `${messages} Nachrichten wurden geschwärzt.` }),
    keptOutput: ({ path }) => `${path} konnte nicht gelöscht werden. Die Datei bitte selbst löschen.`,
    backup: ({ folder }) =>
      `Das geplante Backup in ${folder} enthält ihn bis zum nächsten Backup. Unter Einstellungen, Datenbank lässt es sich sofort erstellen.`,
    otherCopies:
      'Andere Backups und Exporte können ihn enthalten. Ein Passwort oder einen Schlüssel in jedem Fall ändern.',
  },
  rewind: {
    title: ({ agent }) => `„${agent}“ zurückspulen`,
    placeholder: 'Zurückspulen zu…',
    marks: 'Zu einer Marke zurückspulen',
    noMarks: 'Noch keine Marken. /mark NAME eingeben, um eine zu setzen.',
    everything: 'Alles',
    clear: 'Den ganzen Kontext leeren',
    undo: 'Letztes Leeren, Zurückspulen oder Komprimieren rückgängig machen',
  },
  system: {
    title: ({ agent }) => `System-Prompt von „${agent}“`,
    label: 'Anweisungen, mit denen jede Anfrage beginnt',
    submit: 'Speichern',
  },
  profile: { title: 'Neuer Agent mit Profil', placeholder: 'Profile suchen', group: 'Profile' },
  outside: {
    title: 'Neuer externer Agent',
    lead: 'Ein Programm wie Claude Code antwortet anstelle eines Modells, mit der eigenen Anmeldung. Es läuft außerhalb der Sandbox und führt seinen eigenen Kontext.',
    searching: 'Programme werden gesucht…',
    noAnswer: 'Die Engine hat nicht geantwortet. Erneut versuchen.',
    addOther: 'Anderes Programm hinzufügen…',
    start: 'Neuer Agent',
    startWith: ({ program }) => `Neuer Agent mit ${program}`,
    add: 'Hinzufügen und starten',
    addProgram: ({ program }) => `${program} hinzufügen und starten`,
    noNpx:
      'Nicht gefunden: npx, das es lädt und startet. Node.js von nodejs.org installieren, dann ikigai neu starten.',
    notFound: ({ command }) =>
      `Nicht gefunden: ${command}. Das Programm installieren oder seinen Befehl unter Einstellungen, Externe Agenten korrigieren.`,
  },
}
