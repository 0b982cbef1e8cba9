import type * as English from '../en/tools.ts'
import { SKILL_TOOL } from '../../../shared/skill.ts'
import { CALL_TOOL, FIND_TOOLS } from '../../../shared/tool-search.ts'
import { plural } from './plural.ts'

/** Settings › MCP servers. */
export const toolServers: typeof English.toolServers = {
  none: 'Noch keine Server.',
  add: 'Server hinzufügen',
  server: ({ name }) => `Server ${name}`,
  removed: ({ name }) => `Server ${name} entfernt`,
  switchedOff: 'aus',
  useServer: ({ name }) => `${name} verwenden`,
  restart: 'Neu starten',
  restartServer: ({ name }) => `${name} neu starten`,
  ofPlugins: 'Server von Plugins',
  states: {
    off: 'startet, sobald ein Agent ihn braucht',
    starting: 'startet…',
    running: 'läuft',
    waiting: 'fehlgeschlagen',
  },
  signInNeeded: 'Anmeldung nötig',
  leftOut: 'Aus der Liste weggelassen',
  tools: ({ tools }) => plural(tools, { one: '1 Tool', other: `${tools} Tools` }),
  form: { title: 'Neuer Server', name: 'Name des Servers', json: 'Der Server als JSON' },
  jsonHint: ({ hidden }) =>
    `Ein Programm: command, args, env, cwd. Eine Adresse: url, headers. Als ${hidden} angezeigte Werte bleiben unverändert.`,
  kind: 'Art',
  kinds: { program: 'Programm', address: 'Adresse' },
  folder: 'Ordner',
  folderPlaceholder: 'Arbeitsbereich',
  inSandbox: 'In der Sandbox ausführen',
  address: 'Adresse',
  headers: {
    label: 'Header',
    add: 'Header hinzufügen',
    remove: ({ place }) => `Header ${place} entfernen`,
    nameOf: ({ place }) => `Name des Headers ${place}`,
    valueOf: ({ place }) => `Wert des Headers ${place}`,
  },
  hiddenValues: ({ hidden }) => `Als ${hidden} angezeigte Werte bleiben unverändert.`,
  paste: {
    title: 'Konfiguration einfügen',
    label: 'Konfiguration',
    hint: 'Ein Block „mcpServers“, wie in der Dokumentation eines Servers oder in der Datei eines anderen Programms.',
    add: 'Server hinzufügen',
    taken: ({ names }) => `Es gibt bereits einen Server namens ${names}. Im Text umbenennen.`,
    empty: ({ example }) => `Darin ist kein Server. Einen Block wie ${example} einfügen.`,
    wrongForm: ({ server }) => `${server}: braucht command (mit args, env und cwd als Text) oder url (mit headers).`,
    unknownKeys: ({ server, keys }) => `${server}: hat Felder, die ikigai nicht kennt: ${keys}.`,
  },
  signIn: {
    begin: 'Anmelden…',
    signOut: 'Abmelden',
    done: ({ server }) => `Bei ${server} angemeldet`,
    title: ({ server }) => `Bei ${server} anmelden`,
    about: ({ server, issuer, permissions }) =>
      `${server} verlangt eine Anmeldung bei ${issuer}. Berechtigungen: ${permissions}.`,
    serverChooses: 'die, die der Server auswählt',
    openPage: 'Seite öffnen',
    lastPage: 'Adresse der letzten Seite',
    lastPageHint: 'Nur falls der Browser auf einem anderen Computer läuft und seine letzte Seite nicht öffnen kann.',
  },
}

/** Settings › Tools and approvals. */
export const toolPermissions: typeof English.toolPermissions = {
  loading: 'Tools werden geladen; Server brauchen eventuell einen Moment zum Starten…',
  tools: 'Tools',
  about: {
    ask: 'Stellt eine Frage mit Antworten zur Auswahl',
    bash: 'Führt einen Befehl im Ordner aus',
    [CALL_TOOL]: 'Ruft ein Tool auf, das eine Suche gefunden hat',
    file_edit: 'Ersetzt Text in einer Datei',
    file_read: 'Liest eine Datei',
    file_write: 'Schreibt eine ganze Datei',
    [FIND_TOOLS]: 'Durchsucht die Tools von Servern',
    glob: 'Findet Dateien nach ihren Namen',
    grep: 'Durchsucht den Text von Dateien',
    [SKILL_TOOL]: 'Lädt einen Skill',
    slash: 'Zweigt Agenten ab, sendet Nachrichten und führt andere Befehle des Eingabefelds aus',
    web_fetch: 'Ruft eine Seite aus dem Netz ab',
  },
  permissionFor: ({ tool }) => `Berechtigung für ${tool}`,
  usual: 'Standard',
  editor: 'Editor',
  editorHint: 'Öffnet die Datei. Es muss ein Programm mit Fenster sein.',
  saved: 'Gespeicherte Genehmigungen',
  noneSaved: 'Noch keine. „Dieser Agent“, „Sein Teilbaum“ und „Immer“ in einer Genehmigungsanfrage speichern eine.',
  rules: {
    allow: ({ scope }) => `erlaubt für ${scope}`,
    ask: ({ scope }) => `mit Nachfrage für ${scope}`,
    deny: ({ scope }) => `abgelehnt für ${scope}`,
    outside: ({ scope }) => `erlaubt für ${scope}, auch außerhalb der Sandbox`,
  },
  everyAgent: 'jeden Agenten',
  workingIn: ({ scope, folder }) => `${scope}, nur bei Arbeit in ${folder}`,
  withDescendants: ({ agent }) => `${agent} und alle Nachkommen`,
  revoke: 'Widerrufen',
  revokeRule: ({ rule, scope }) => `Widerrufen: ${rule}, für ${scope}`,
  revoked: ({ rule }) => `Widerrufen: ${rule}`,
}

/** Settings › Outside agents. */
export const outsideAgents: typeof English.outsideAgents = {
  none: 'Noch keine externen Agenten.',
  notAdded: 'nicht hinzugefügt',
  add: 'Hinzufügen',
  addAgent: ({ agent }) => `${agent} hinzufügen`,
  starts: ({ command }) => `Startet: ${command}`,
  addOther: 'Anderes Programm hinzufügen',
  removed: ({ agent }) => `${agent} entfernt`,
  form: { title: 'Neuer Agent', name: 'Name des Agenten', json: 'Der Agent als JSON' },
  jsonHint:
    'command, args, env, options (des Programms, etwa mode), mcp_servers (false: eigene Server werden nicht weitergegeben).',
  passServers: 'MCP-Server aus den Einstellungen weitergeben',
}

/** Settings › Profiles. */
export const profiles: typeof English.profiles = {
  add: 'Profil hinzufügen',
  profile: ({ name }) => `Profil ${name}`,
  builtIn: 'eingebaut',
  builtInText: {
    'read-only': 'Liest Dateien und Seiten aus dem Netz. Ändert nichts und führt keine Befehle aus.',
    plan: 'Liest, fragt nach und antwortet mit einem Plan. Ändert nichts und führt keine Befehle aus.',
  },
  duplicate: 'Duplizieren',
  duplicateProfile: ({ name }) => `${name} duplizieren`,
  removed: ({ name }) => `Profil ${name} entfernt`,
  taken: ({ name }) => `Es gibt bereits ein Profil namens ${name}. Einen anderen Namen wählen.`,
  form: { title: 'Neues Profil', name: 'Name des Profils', json: 'Das Profil als JSON' },
  jsonHint: 'description, system_prompt, model, tools, rules, max_cost oder max_tokens, sandbox. Alle sind optional.',
  noDescription: 'Keine Beschreibung',
  toolCount: ({ tools }) => plural(tools, { one: '1 Tool', other: `${tools} Tools` }),
  description: 'Beschreibung',
  systemPrompt: 'System-Prompt',
  model: 'Modell',
  defaultModel: 'Das Standardmodell',
  useDefaultModel: 'Standardmodell verwenden',
  tools: 'Tools',
  toolChoices: { all: 'Alle', some: 'Nur diese' },
  toolRows: {
    label: 'Tools des Profils',
    add: 'Tool hinzufügen',
    remove: ({ place }) => `Tool ${place} entfernen`,
  },
  toolPlaceholder: 'Name; * steht für Beliebiges',
  defaultSandbox: 'Wie bei Agenten ohne Profil',
  budget: {
    label: 'Budget, einschließlich Nachkommen',
    units: { none: 'Keines', dollars: 'US-Dollar', tokens: 'Tokens' },
    inDollars: 'Budget in US-Dollar',
    inTokens: 'Budget in Tokens',
  },
  rules: {
    label: 'Regeln',
    add: 'Regel hinzufügen',
    remove: ({ place }) => `Regel ${place} entfernen`,
    toolOf: ({ place }) => `Tool der Regel ${place}`,
    toolPlaceholder: 'Tool',
    patternOf: ({ place }) => `Muster der Regel ${place}`,
    patternPlaceholder: 'Alle Aufrufe',
    actionOf: ({ place }) => `Aktion der Regel ${place}`,
  },
}

/** Settings › Skills. */
export const skills: typeof English.skills = {
  loading: 'Skills werden geladen…',
  none: 'Keine Skills. Einen Ordner mit einer SKILL.md in .agents/skills des Projekts oder des Benutzerordners legen.',
  list: 'Skills',
  plugin: ({ name }) => `${name} (Plugin)`,
  notUsed: ({ reason }) => `Nicht verwendet: ${reason}`,
  show: 'Anzeigen',
  showSkill: ({ name }) => `${name} anzeigen`,
  use: ({ name }) => `${name} verwenden`,
}
