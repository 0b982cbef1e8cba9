import type { settingsDialog as English } from '../en/settings-dialog.ts'

/** The Settings dialog, and what its pages have in common. */
export const settingsDialog: typeof English = {
  title: 'Einstellungen',
  pageChoice: 'Seite der Einstellungen',
  titles: {
    keys: 'Schlüssel',
    models: 'Standardmodelle',
    pools: 'Pools',
    connections: 'Adressen und Proxy',
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
    appearance: 'Design, Text, Dichte und Mitteilungen. Änderungen gelten sofort.',
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
