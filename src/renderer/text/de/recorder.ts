import type { en } from '../en/en.ts'
import { plural } from './plural.ts'

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
