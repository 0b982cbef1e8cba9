import type * as English from '../en/usage.ts'
import { plural } from './plural.ts'
import type { en } from '../en/en.ts'

const ofResponses = ({ responses, shown }: { responses: number; shown: string }): string =>
  plural(responses, { one: `${shown} Antwort`, other: `${shown} Antworten` })

/** The usage page, and what today cost at the foot of the tree. */
export const usage: typeof English.usage = {
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
    columns: {
      responses: 'Antworten',
      input: 'Eingabe',
      cached: 'Aus dem Cache',
      written: 'In den Cache',
      output: 'Ausgabe',
      cost: 'Kosten',
    },
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
  standing: {
    title: 'Welches Modell gewinnt',
    none: 'Noch kein Modell hat fünf Fälle. Es zählen Stimmen, Urteile, Übernahmen, Wettläufe und Auswertungen.',
    caption: ({ kind }) => `Rangfolge: ${kind}`,
    kinds: {
      all: 'Arbeit',
      source: 'Entschieden durch',
      folder: 'Ordner',
      file_type: 'Dateityp',
      tools: 'Tools',
      length: 'Länge',
    },
    all: 'Alle',
    model: 'Modell',
    won: 'Gewonnen',
    rate: 'Anteil',
    interval: '95-%-Intervall',
    cost: 'Mittlere Kosten',
    time: 'Median der Zeit',
    wonOf: ({ won, cases }) => `${won} von ${cases}`,
    percent: ({ percent }) => `${percent} %`,
    range: ({ low, high }) => `${low}–${high} %`,
  },
  loading: 'Wird geladen…',
  offlineFigures: ({ time }) => `Offline. Zahlen von ${time} Uhr.`,
  oldPrices: ({ date }) =>
    `Die Listenpreise sind vom ${date} und können veraltet sein. Ein Update von ikigai bringt neuere.`,
  none: 'Noch keine Anfragen. Ihre Kosten erscheinen hier.',
  noneSelected: 'Keine Anfragen in dieser Auswahl.',
  showAll: 'Alle anzeigen',
}

export const recorder: typeof en.recorder = {
  title: 'Flugschreiber',
  record: 'Leistung aufzeichnen',
  about:
    'Behält die letzte Minute dieses Fensters und der Engine: Namen von Operationen, Größen und Zeiten, nichts aus Nachrichten. Die Aufzeichnung endet mit ikigai.',
  save: 'Aufzeichnung speichern…',
  empty: 'Es ist nichts aufgezeichnet.',
  waiting: 'Die Aufzeichnung läuft. Bisher war nichts langsam.',
  chart: 'Die letzte Minute',
  work: {
    provider: 'Von Anbietern',
    commit: 'Commits',
    stream: 'An Fenster gesendet',
    call: 'Langsame Aufrufe',
    loop: 'Verzögerungen der Engine',
    received: 'Hier empfangen',
    frame: 'Lange Frames',
  },
  rowFacts: ({ spans, longest }) =>
    `${spans} ${plural(spans, { one: 'Eintrag', other: 'Einträge' })}, am längsten ${longest}`,
  moment: 'Zeitpunkt',
  ago: ({ seconds }) => `vor ${seconds} ${plural(seconds, { one: 'Sekunde', other: 'Sekunden' })}`,
  wholeMinute: 'Ganze Minute',
  longest: 'Die längsten der Minute',
  atMoment: ({ ago }) => `Was ${ago} lief`,
  columns: { ago: 'Vor', work: 'Arbeit', name: 'Name', ms: 'Dauer', count: 'Anzahl' },
  secondsShort: ({ seconds }) => `${seconds} s`,
}
