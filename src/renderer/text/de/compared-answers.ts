import type { comparedAnswers as English } from '../en/compared-answers.ts'

/** The dialogs that use the answers of a comparison: merging, judging, and passing on what came of it. */
export const comparedAnswers: typeof English = {
  merge: {
    title: 'Antworten zusammenführen',
    model: 'Modell, das zusammenführt',
    submit: 'Zusammenführen',
    note: 'Ein neuer Agent führt sie zusammen.',
    how: 'Art',
    ways: {
      best: 'Die besten Teile verbinden',
      correct: 'Die beste Antwort korrigieren',
      differences: 'Übereinstimmungen und Unterschiede auflisten',
      own: 'Eigene Anweisung…',
    },
    instruction: 'Anweisung',
  },
  judge: {
    title: 'Antworten bewerten',
    model: 'Gutachter',
    submit: 'Gutachter fragen',
    note: 'Ein neuer Agent bewertet sie.',
    criteria: 'Kriterien',
    criterion: { Correct: 'Richtig', Complete: 'Vollständig', Clear: 'Klar', Brief: 'Kurz' },
    ownCriterion: 'Eigenes Kriterium',
    twice: 'Zweimal ausführen, einmal in umgekehrter Reihenfolge',
  },
  answers: 'Antworten (ihre Urheber bleiben dem Modell verborgen)',
  tooFew: 'Mindestens zwei Agenten auswählen, die geantwortet haben.',
  sent: 'Anzeigen, was gesendet wird',
  prompt: 'Prompt',
  estimated: ({ cost }) => `Geschätzte Kosten: ${cost}`,
  fellow: {
    title: 'Einen Agenten die anderen bewerten lassen',
    judge: 'Gutachter',
    notAnswered: 'Noch kein Prompt wurde von allen Agenten beantwortet.',
    authors: 'Urheber (dem Gutachter verborgen)',
    prompt: 'Prompt für den Gutachter',
    note: 'Ein Fork des Gutachters antwortet; der Gutachter selbst bleibt unverändert.',
    agent: ({ model, agent }) => `${model} (${agent})`,
  },
  add: {
    title: 'Zusammengeführten Text hinzufügen',
    submit: 'Hinzufügen',
    done: ({ agent }) => `Zu ${agent} hinzugefügt`,
    column: ({ letter, agent }) => `${letter}: ${agent}`,
  },
  result: {
    title: ({ parent }) => `Ergebnis an ${parent} senden`,
    mail: 'Nachricht an den übergeordneten Agenten',
    note: 'Die vollständigen Antworten bleiben im Protokoll; die Nachricht verweist auf ihre Ereignisse.',
    submit: 'Senden',
  },
}
