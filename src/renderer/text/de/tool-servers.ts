import type { toolServers as English } from '../en/tool-servers.ts'
import { plural } from './plural.ts'

/** Settings › MCP servers. */
export const toolServers: typeof English = {
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
    taken: ({ names }) => `Es gibt bereits einen Server namens ${names}. Bitte im Text umbenennen.`,
    empty: ({ example }) => `Darin ist kein Server. Bitte einen Block wie ${example} einfügen.`,
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
