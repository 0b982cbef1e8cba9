import type { database as English } from '../en/database.ts'
import { plural } from './plural.ts'

/** Settings › Database. */
export const database: typeof English = {
  inUse: ({ database: name }) => `In Verwendung: ${name}`,
  fromEnvironment: 'DATABASE_URL ist in der Umgebung gesetzt und hat Vorrang vor dieser Einstellung.',
  connection: 'Verbindungszeichenfolge',
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
    title: 'Nachweis',
    last: 'Zuletzt unterschrieben',
    noneYet: 'Noch nicht',
    hint: 'Der Stand des Protokolls wird alle zehn Minuten und am Ende unterschrieben, wenn es neue Ereignisse gibt.',
    compare: 'ikigai verify vergleicht das Protokoll damit.',
  },
  health: {
    title: 'Schäden',
    last: 'Letzte Prüfung',
    noneYet: 'Keine seit dem Start',
    check: 'Jetzt prüfen',
    checking: 'Wird geprüft…',
    hint: 'Liest jede Seite der Datenbank, während Sie arbeiten. Nach einem Absturz der Datenbank geschieht das von selbst.',
    intact: 'Nichts ist beschädigt.',
    what: ({ name, table, isIndex }) =>
      isIndex ? `Index ${name} von ${table}` : `Tabelle ${name}${name.endsWith(`.${table}`) ? '' : ` von ${table}`}`,
    wayBack:
      'Prüfen Sie zuerst den Datenträger. Beenden Sie dann ikigai und sichern Sie, was lesbar ist, mit „ikigai backup ORDNER --damaged“, oder stellen Sie die letzte Sicherung wieder her.',
    wayBackInApp:
      'Prüfen Sie zuerst den Datenträger. Beenden Sie dann ikigai und kopieren Sie sein Datenverzeichnis. Die Befehlszeile sichert, was lesbar ist, und stellt die letzte Sicherung wieder her; sie läuft aus dem Quelltext von ikigai, nicht aus der installierten App (docs/data-safety.md).',
  },
  room: {
    title: 'Platz auf dem Datenträger',
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
      `Bisher gelöscht: ${plural(count, { one: '1 Ausgabe eines Werkzeugs', other: `${count} Ausgaben von Werkzeugen` })} (${size}), zuletzt ${time}.`,
    events: ({ count }) => `Ereignisse (${count})`,
    kinds: {
      search: 'Index für die Suche',
      hashes: 'Hashes',
      files: 'Angehängte Dateien',
      indexes: 'Andere Indexe',
      other: 'Alles andere in der Datenbank',
      write_ahead_log: 'Write-Ahead-Log des Servers',
      tool_output: 'Vollständige Ausgaben von Werkzeugen',
      checkpoints: 'Checkpoints von Dateien',
      worktrees: 'Worktrees von Agenten',
    },
  },
}
