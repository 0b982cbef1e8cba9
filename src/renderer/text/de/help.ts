import type { help as English } from '../en/help.ts'

/** Die Hilfe. */
export const help: typeof English = {
  title: 'Hilfe',
  contents: 'Inhalt',
  page: 'Seite der Hilfe',
  search: 'Hilfe durchsuchen',
  results: 'Treffer',
  back: 'Zurück',
  language: 'Die Seiten der Hilfe sind auf Englisch.',
  groups: { start: 'Einstieg', use: 'Benutzung', reference: 'Nachschlagen', behaviour: 'Wie es arbeitet' },
  tour: {
    title: 'Rundgang',
    start: 'Rundgang beginnen',
    close: 'Rundgang schließen',
    more: 'Mehr',
    done: ' (erledigt)',
    allDone: 'Alle fünf sind erledigt. Alles Weitere steht in der Hilfe.',
    acts: {
      prompt: { title: 'Prompt senden', how: 'Etwas ins Eingabefeld schreiben und Enter drücken.' },
      fork: {
        title: 'Mit anderem Modell abzweigen',
        how: 'Im Kopf eines Bereichs „Abzweigen…“ drücken und ein anderes Modell wählen. Der Fork kennt die Unterhaltung bis dahin.',
      },
      compare: {
        title: 'Vergleichen',
        how: 'Im Eingabefeld mit + ein Modell hinzufügen und senden, oder Agenten im Baum wählen und „Vergleichen“ drücken.',
      },
      rewind: {
        title: 'Marke setzen und zurückgehen',
        how: '/mark start senden, weiterreden, dann /clear start senden: Das Modell vergisst, was danach kam.',
      },
      decide: {
        title: 'Übernehmen oder zusammenführen',
        how: 'In einem Vergleich eine Antwort übernehmen oder die Antworten zu einer zusammenführen.',
      },
    },
  },
  about: ({ subject }) => `Hilfe: ${subject}`,
}
