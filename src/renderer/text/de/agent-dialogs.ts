import type { agentDialogs as English } from '../en/agent-dialogs.ts'

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
