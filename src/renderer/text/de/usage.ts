import type { usage as English } from '../en/usage.ts'
import { plural } from './plural.ts'

const ofResponses = ({ responses, shown }: { responses: number; shown: string }): string =>
  plural(responses, { one: `${shown} Antwort`, other: `${shown} Antworten` })

/** The usage page, and what today cost in the status bar. */
export const usage: typeof English = {
  title: 'Verbrauch',
  close: 'Verbrauch schließen',
  exportCsv: 'CSV exportieren',
  exportJson: 'JSON exportieren',
  filters: {
    legend: 'Anzeigen',
    period: 'Zeitraum',
    folder: 'Ordner',
    allFolders: 'Alle Ordner',
    groupBy: 'Gruppieren nach',
    offline: 'Offline. Verbindung wird wiederhergestellt…',
    chosen: 'Filter',
    row: ({ dimension, row }) => `${dimension}: ${row}`,
    remove: ({ filter }) => `Filter ${filter} entfernen`,
  },
  periods: {
    today: 'Heute',
    '7days': 'Letzte 7 Tage',
    '30days': 'Letzte 30 Tage',
    month: 'Dieser Monat',
    all: 'Gesamte Zeit',
  },
  dimensions: {
    day: 'Tag',
    model: 'Modell',
    agent: 'Agent',
    purpose: 'Zweck',
    pool: 'Pool',
    folder: 'Ordner',
  },
  costIn: {
    today: ({ cost }) => `${cost} heute`,
    '7days': ({ cost }) => `${cost} in den letzten 7 Tagen`,
    '30days': ({ cost }) => `${cost} in den letzten 30 Tagen`,
    month: ({ cost }) => `${cost} in diesem Monat`,
    all: ({ cost }) => `${cost} insgesamt`,
  },
  input: ({ tokens }) => `${tokens} Eingabe`,
  inputCached: ({ tokens, percent }) => `${tokens} Eingabe (${percent} % aus dem Cache)`,
  inputTokens: ({ tokens }) => `${tokens} Tokens Eingabe`,
  inputTokensCached: ({ tokens, percent }) => `${tokens} Tokens Eingabe (${percent} % aus dem Cache)`,
  output: ({ tokens }) => `${tokens} Ausgabe`,
  todayTokens: ({ tokens }) => `Heute: ${tokens}.`,
  chart: {
    measures: { cost: 'Kosten', output: 'Tokens der Ausgabe' },
    overTime: { cost: 'Kosten im Zeitverlauf', output: 'Tokens der Ausgabe im Zeitverlauf' },
    bar: ({ label, value }) => `${label}: ${value}`,
    outputTokens: ({ tokens }) => `${tokens} Tokens Ausgabe`,
    asTable: 'Diagramm als Tabelle',
  },
  table: {
    captions: {
      day: 'Verbrauch nach Tag',
      model: 'Verbrauch nach Modell',
      agent: 'Verbrauch nach Agent',
      purpose: 'Verbrauch nach Zweck',
      pool: 'Verbrauch nach Pool',
      folder: 'Verbrauch nach Ordner',
    },
    responses: 'Antworten',
    input: 'Eingabe',
    cached: 'Aus dem Cache',
    written: 'In den Cache',
    output: 'Ausgabe',
    cost: 'Kosten',
    total: 'Summe',
    open: ({ agent }) => `${agent} öffnen`,
    showAgents: ({ row }) => `Agenten von ${row} anzeigen`,
    percent: ({ percent }) => `${percent} %`,
    tokens: ({ tokens }) => `${tokens} Tokens`,
  },
  notes: {
    unreported: (noted) => `Ohne die Tokens von ${ofResponses(noted)}: Es wurde kein Verbrauch gemeldet.`,
    unpriced: (noted) => `Ohne die Kosten von ${ofResponses(noted)}: Es ist kein Preis bekannt.`,
    partial: (noted) =>
      `Die Kosten von ${ofResponses(noted)} sind eine Untergrenze: Für einen Teil ist kein Preis bekannt.`,
  },
  loading: 'Wird geladen…',
  offlineFigures: ({ time }) => `Offline. Zahlen von ${time} Uhr.`,
  oldPrices: ({ date }) =>
    `Die Listenpreise sind vom ${date} und können veraltet sein. Ein Update von ikigai bringt neuere.`,
  none: 'Noch keine Anfragen. Ihre Kosten erscheinen hier.',
  noneSelected: 'Keine Anfragen in dieser Auswahl.',
  showAll: 'Alle anzeigen',
}
