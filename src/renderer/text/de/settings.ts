import type * as English from '../en/settings.ts'
import { plural } from './plural.ts'

/** The Settings dialog, and what its pages have in common. */
export const settingsDialog: typeof English.settingsDialog = {
  title: 'Einstellungen',
  pageChoice: 'Seite der Einstellungen',
  titles: {
    keys: 'Schlüssel',
    models: 'Standardmodelle',
    pools: 'Pools',
    connections: 'Adressen und Proxy',
    endpoints: 'Endpunkte',
    tools: 'Tools und Genehmigungen',
    servers: 'MCP-Server',
    agents: 'Externe Agenten',
    profiles: 'Profile',
    skills: 'Skills',
    database: 'Datenbank',
    browsers: 'Browser',
    appearance: 'Darstellung',
    shortcuts: 'Tastenkürzel',
    about: 'Info',
  },
  leads: {
    keys: 'Ein gespeicherter Schlüssel wird nicht mehr angezeigt. Ein Schlüssel in der Umgebung hat Vorrang vor einem gespeicherten.',
    models: 'Das Modell neuer Agenten. Das Modell eines Agenten lässt sich jederzeit ändern.',
    pools: 'Mehrere Modelle unter einem Namen, verwendet als /model @NAME. Das Modell wird in jeder Runde neu gewählt.',
    connections:
      'Die Adresse jedes Anbieters: seine eigene oder die eines eigenen Gateways oder Servers. Änderungen gelten ab der nächsten Anfrage.',
    endpoints:
      'Weitere Server mit der API von OpenAI, Anthropic oder Gemini: Firmen, Gateways, Clouds. Ihre Modelle heißen NAME/MODELL.',
    tools:
      'Standardmäßig sind das Lesen im Ordner eines Agenten und Befehle in der Sandbox erlaubt; alles andere braucht eine Genehmigung. Das lässt sich hier ändern.',
    servers:
      'Programme und Adressen, die Agenten weitere Tools geben. Diese Tools brauchen eine Genehmigung wie alle anderen.',
    agents:
      'Programme wie Claude Code, die anstelle eines Modells antworten, mit eigener Anmeldung. Sie laufen außerhalb der Sandbox und ändern Dateien selbst.',
    profiles:
      'Ein System-Prompt, ein Modell, Tools und Regeln unter einem Namen, für neue Agenten und Forks. Agenten behalten das Profil, mit dem sie erstellt wurden.',
    skills:
      'Anleitungen für bestimmte Aufgaben, die Modelle bei Bedarf laden, und Plugins, die welche enthalten. Eine Änderung gilt ab dem nächsten Prompt.',
    database:
      'Alle Unterhaltungen werden in PostgreSQL gespeichert: in der eingebauten Datenbank oder in einer eigenen.',
    browsers:
      'Browser, die dieses Fenster öffnen dürfen. Eine Sitzung endet nach 24 Stunden ohne Nutzung oder wenn sie hier beendet wird.',
    appearance: 'Design, Text, Dichte und Benachrichtigungen. Änderungen gelten sofort.',
    shortcuts: '„Ändern“ wählen, dann die neuen Tasten drücken.',
    about: 'Versionen und Speicherorte, für Sicherungen und Fehlerberichte.',
  },
  loading: 'Einstellungen werden geladen…',
  save: 'Speichern',
  saveSetting: ({ label }) => `Speichern: ${label}`,
  edit: 'Bearbeiten',
  editEntry: ({ name }) => `${name} bearbeiten`,
  remove: 'Entfernen',
  removeEntry: ({ name }) => `${name} entfernen`,
  sandbox: 'Sandbox für Befehle',
  sandboxLevels: {
    off: 'Aus: Jeder Befehl braucht eine Genehmigung',
    workspace: 'Nur im Ordner schreiben',
    'effects-first': 'Wirkung zuerst: zeigen, was ein Befehl ändert, dann übernehmen',
    'read-only': 'Nur lesen',
  },
  permissions: {
    allow: 'Erlauben',
    outside: 'Erlauben, auch außerhalb der Sandbox',
    ask: 'Nachfragen',
    deny: 'Ablehnen',
  },
  about: {
    database: 'Datenbank',
    keychain: 'Schlüsselbund',
    data: 'Daten',
    configuration: 'Konfiguration',
    version: 'Version',
  },
}

/** Settings › Appearance. */
export const appearance: typeof English.appearance = {
  language: 'Sprache',
  languages: { system: 'Wie im System', en: 'English', de: 'Deutsch' },
  theme: 'Design',
  themes: { system: 'Wie im System', light: 'Hell', dark: 'Dunkel' },
  textSize: 'Schriftgröße',
  density: 'Dichte',
  densities: { comfortable: 'Komfortabel', compact: 'Kompakt' },
  textFont: 'Schriftart für Text',
  codeFont: 'Schriftart für Code',
  fontHint: ({ system }) =>
    `Name einer installierten Schriftart, oder „${system}“ für die Schriftarten des Systems. Ohne Angabe werden die mitgelieferten verwendet.`,
  code: 'Code',
  wrapLines: 'Lange Zeilen umbrechen',
  lineNumbers: 'Zeilennummern',
  longPastes: 'Lange eingefügte Texte',
  longPasteChoices: { attach: 'Anhängen', text: 'Als Text einfügen' },
  maxPanes: 'Höchstzahl der Bereiche nebeneinander',
  automaticPanes: 'So viele wie hineinpassen',
  notify:
    'Benachrichtigen, wenn ein Agent fertig ist, fehlschlägt oder eine Genehmigung braucht, während dieses Fenster im Hintergrund ist',
  notificationsBlocked:
    'Der Browser blockiert Benachrichtigungen für diese Seite. Sie lassen sich in den Website-Einstellungen neben der Adresse erlauben.',
}

/** Forms of pools, profiles, MCP servers and outside agents. */
export const entryForms: typeof English.entryForms = {
  name: 'Name',
  asJson: 'Als JSON bearbeiten',
  asForm: 'Als Formular bearbeiten',
  notJson: ({ problem }) => `Kein gültiges JSON: ${problem}`,
  notValid: 'Der Wert ist hier nicht gültig.',
  rowName: 'Name',
  rowValue: 'Wert',
  command: 'Befehl',
  arguments: {
    label: 'Argumente',
    add: 'Argument hinzufügen',
    remove: ({ place }) => `Argument ${place} entfernen`,
  },
  variables: {
    label: 'Umgebung',
    add: 'Variable hinzufügen',
    remove: ({ place }) => `Variable ${place} entfernen`,
    nameOf: ({ place }) => `Name der Variable ${place}`,
    valueOf: ({ place }) => `Wert der Variable ${place}`,
  },
}

/** Settings › Keys. */
export const providerKeys: typeof English.providerKeys = {
  loading: 'Schlüssel werden geladen…',
  places: {
    keychain: 'Wird im Schlüsselbund des Systems gespeichert.',
    file: ({ reason }) => `${reason}: wird in credentials.json gespeichert, nur für den eigenen Benutzer lesbar.`,
    noKeychain: 'Kein Schlüsselbund',
  },
  test: 'Testen',
  testFor: ({ provider }) => `Schlüssel für ${provider} testen`,
  removeFor: ({ provider }) => `Schlüssel für ${provider} entfernen`,
  add: 'Schlüssel hinzufügen',
  addFor: ({ provider }) => `Schlüssel für ${provider} hinzufügen`,
  replace: 'Ersetzen',
  replaceFor: ({ provider }) => `Schlüssel für ${provider} ersetzen`,
  keyFor: ({ provider }) => `Schlüssel für ${provider}`,
  placeholder: ({ variable }) => `Schlüssel, wie in ${variable}`,
  saveFor: ({ provider }) => `Für ${provider} speichern`,
  looksLike: ({ provider }) => `Das sieht nach einem Schlüssel von ${provider} aus.`,
  getAt: 'Schlüssel erhältlich unter',
  states: {
    notNeeded: 'braucht keinen Schlüssel',
    missing: 'nicht gesetzt',
    set: 'gesetzt',
    endsIn: ({ end }) => `endet auf …${end}`,
    from: ({ source }) => `aus ${source}`,
    fromKeychain: 'aus dem Schlüsselbund',
  },
  testing: 'Schlüssel wird getestet…',
  works: ({ models }) => `Funktioniert · ${plural(models, { one: '1 Modell', other: `${models} Modelle` })}`,
  refused: ({ provider, reason }) => `Von ${provider} abgelehnt: ${reason}`,
  refusedWithStatus: ({ provider, status, reason }) => `Von ${provider} abgelehnt (${status}): ${reason}`,
  notTested: ({ reason }) => `Gespeichert, nicht getestet: ${reason}`,
}

/** Settings › Addresses and proxy. */
export const connections: typeof English.connections = {
  defaultAddress: 'Standardadresse',
  proxy: 'Proxy',
  forAll: 'Für alle Anbieter',
  hints: {
    none: 'Kein Proxy in Verwendung. Anfragen an diesen Computer umgehen den Proxy.',
    own: 'In Verwendung. Hat Vorrang vor HTTPS_PROXY in der Umgebung. Anfragen an diesen Computer umgehen den Proxy.',
    environment: ({ proxy }) =>
      `In Verwendung: ${proxy}, aus HTTPS_PROXY in der Umgebung. Anfragen an diesen Computer umgehen den Proxy.`,
  },
  reach: 'Erreichbare Hosts',
  renew: 'Liste der Modelle',
  renewals: { onRequest: 'Nur auf Wunsch erneuern', atStart: 'Bei jedem Start erneuern' },
  renewalQuestion: {
    title: 'Bei jedem Start nach neuen Modellen suchen?',
    about: ({ address }) =>
      `Dafür werden die Anbieter gefragt, für die es Schlüssel gibt${address === null ? '' : `, und ${address}`}. In den Einstellungen unter Adressen und Proxy lässt es sich ändern.`,
  },
  onlyHosts: 'Nur diese Hosts',
  anyHost: 'Jeder Host',
  hostHints: {
    none: 'ikigai verbindet sich mit jedem Host, den Einstellungen, Anbieter oder genehmigte Aufrufe nennen. Hosts mit Kommas trennen; localhost allein erlaubt nichts außer diesem Computer.',
    some: 'Mit nichts anderem wird eine Verbindung aufgebaut, und kein Programm startet, das sich anderswohin verbinden könnte: kein Befehl außerhalb der Sandbox, kein externer Agent, kein Push.',
    environment: 'Aus IKIGAI_ONLY_HOSTS in der Umgebung; das hat Vorrang vor dem, was hier gesetzt ist.',
  },
}

/** Settings › Browsers. */
export const browsers: typeof English.browsers = {
  loading: 'Sitzungen werden geladen…',
  notInBrowser:
    'Dieses Fenster ist nicht in einem Browser geöffnet, deshalb gibt es hier keine Sitzungen von Browsern.',
  list: 'Browsersitzungen',
  session: ({ browser, id }) => `${browser}, Sitzung ${id}`,
  thisWindow: ({ browser }) => `${browser} (dieses Fenster)`,
  facts: ({ used, created, id }) => `Zuletzt verwendet ${used} · erstellt ${created} · ${id}`,
  end: 'Sitzung beenden',
  endSession: ({ id }) => `Sitzung ${id} beenden`,
  endOthers: 'Alle anderen beenden',
  unknown: 'Unbekannter Browser',
  onSystem: ({ browser, system }) => `${browser} unter ${system}`,
}

/** Settings › Database. */
export const database: typeof English.database = {
  inUse: ({ database: name }) => `In Verwendung: ${name}`,
  fromEnvironment: 'DATABASE_URL ist in der Umgebung gesetzt und hat Vorrang vor dieser Einstellung.',
  connection: 'Verbindung',
  connectionHint: 'Wird mit dem Passwort in config.json gespeichert. Das Passwort wird nicht mehr angezeigt.',
  test: 'Testen',
  testing: 'Verbindung wird hergestellt…',
  works: ({ version }) => `Verbindung funktioniert: ${version}`,
  useEmbedded: 'Eingebaute Datenbank verwenden',
  embedded: 'die eingebaute Datenbank',
  afterRestart: ({ database: name }) =>
    `Nach einem Neustart von ikigai: ${name}. Daten der jetzigen Datenbank bleiben dort.`,
  backups: {
    title: 'Sicherungen',
    period: 'Sichern',
    never: 'Nie',
    daily: 'Täglich',
    weekly: 'Wöchentlich',
    everyHours: ({ hours }) => `Alle ${hours} Stunden`,
    folder: 'Ordner für Sicherungen',
    noFolder: 'Keiner',
    folderHint: 'Ein Ordner auf einem anderen Datenträger schützt vor dem Verlust dieses einen.',
    last: 'Letzte Sicherung',
    noneYet: 'Noch keine',
    backUp: 'Jetzt sichern',
    backingUp: 'Wird gesichert…',
  },
  signing: {
    title: 'Signaturen',
    last: 'Letzte Signatur',
    noneYet: 'Noch nicht',
    hint: 'Der Stand des Protokolls wird alle zehn Minuten und am Ende signiert, wenn es neue Ereignisse gibt.',
    compare: 'ikigai verify vergleicht das Protokoll damit.',
  },
  health: {
    title: 'Integrität',
    last: 'Letzte Prüfung',
    noneYet: 'Keine seit dem Start',
    check: 'Jetzt prüfen',
    checking: 'Wird geprüft…',
    hint: 'Liest jede Seite der Datenbank, während der Arbeit. Nach einem Absturz der Datenbank geschieht das von selbst.',
    intact: 'Nichts ist beschädigt.',
    what: ({ name, table, isIndex }) =>
      isIndex ? `Index ${name} von ${table}` : `Tabelle ${name}${name.endsWith(`.${table}`) ? '' : ` von ${table}`}`,
    wayBack:
      'Zuerst den Datenträger prüfen. Dann ikigai beenden und mit „ikigai backup ORDNER --damaged“ sichern, was lesbar ist, oder die letzte Sicherung wiederherstellen.',
    wayBackInApp:
      'Zuerst den Datenträger prüfen. Dann ikigai beenden und sein Datenverzeichnis kopieren. Die Befehlszeile sichert, was lesbar ist, und stellt die letzte Sicherung wieder her; sie läuft aus dem Quelltext von ikigai, nicht aus der installierten App (docs/backup.md).',
  },
  worktrees: {
    title: 'Ungenutzte Worktrees',
    hint: 'Worktrees archivierter Agenten und Reste von solchen, deren Ordner fehlt. Ihre Änderungen lassen sich auch danach anzeigen und übernehmen.',
    look: 'Ungenutzte Worktrees entfernen…',
    looking: 'Wird gesucht…',
    none: 'Alle Worktrees werden genutzt.',
    kept: ({ reason }) => `Bleibt: ${reason}`,
    remove: ({ count }) => plural(count, { one: '1 Worktree entfernen', other: `${count} Worktrees entfernen` }),
    removing: 'Wird entfernt…',
    removed: ({ count }) => plural(count, { one: '1 Worktree entfernt.', other: `${count} Worktrees entfernt.` }),
  },
  room: {
    title: 'Speicherplatz',
    measuring: 'Wird gemessen…',
    unknown: 'Unbekannt',
    total: 'Summe',
    unused: ({ size }) =>
      `${size} der Datenbank enthalten nichts: gelöschte Zeilen oder Zeilen eines fehlgeschlagenen Imports. Spätere Ereignisse nutzen sie.`,
    unmeasured:
      'Wie viel der Datenbank nichts enthält, ist unbekannt: Ihr Benutzer darf es nicht messen, dem Server fehlen die Erweiterungen pgstattuple und pageinspect, oder es dauert zu lange.',
    free: 'Ungenutzten Platz freigeben',
    freeing: 'Wird freigegeben…',
    freed: ({ size }) => `${size} wurden dem Datenträger zurückgegeben.`,
    rule: 'Vollständige Ausgaben löschen',
    never: 'Nie',
    afterDays: ({ days }) => `Nach ${days} Tagen`,
    removed: ({ count, size, time }) =>
      `Bisher gelöscht: ${plural(count, { one: '1 Ausgabe eines Tools', other: `${count} Ausgaben von Tools` })} (${size}), zuletzt ${time}.`,
    events: ({ count }) => `Ereignisse (${count})`,
    kinds: {
      search: 'Index für die Suche',
      hashes: 'Hashes',
      files: 'Angehängte Dateien',
      indexes: 'Andere Indexe',
      other: 'Alles andere in der Datenbank',
      write_ahead_log: 'Write-Ahead-Log des Servers',
      tool_output: 'Vollständige Ausgaben von Tools',
      checkpoints: 'Checkpoints von Dateien',
      worktrees: 'Worktrees von Agenten',
    },
  },
}
