import type { evaluationBoard as English } from '../en/evaluation-board.ts'

/** The results of an evaluation. */
export const evaluationBoard: typeof English = {
  label: 'Auswertung',
  models: 'Ergebnisse nach Modell',
  cases: 'Fälle',
  save: 'Als JSON speichern',
  compare: 'Vergleichen',
  pairs: {
    models: 'Modelle untereinander',
    runs: 'Dieser Lauf gegen den anderen',
    other: 'Anderer Lauf',
    none: 'keiner',
    run: ({ name, id }) => `${name} · ${id}`,
    noOther: 'Es gibt keine andere Auswertung zum Vergleichen.',
    nothingShared: 'Die beiden Auswertungen haben keine Aufgabe und kein Modell gemeinsam.',
    columns: {
      models: 'Modell',
      better: 'Besser',
      worse: 'Schlechter',
      equal: 'Gleich',
      difference: 'Unterschied',
      p: 'p (Vorzeichentest)',
    },
    betterBy: ({ points }) => `+${points} Punkte`,
    worseBy: ({ points }) => `−${points} Punkte`,
    belowLeastP: ({ least }) => `< ${least}`,
  },
  task: 'Aufgabe',
  columns: {
    model: 'Modell',
    passed: 'Bestanden',
    rate: 'Anteil',
    interval: 'Intervall',
    cost: 'Kosten',
    time: 'Median der Zeit',
  },
  facts: ({ checked, planned, failed, cost }) =>
    [`${checked} von ${planned} geprüft`, ...(failed === 0 ? [] : [`${failed} fehlgeschlagen`]), cost].join(' · '),
  passedOf: ({ passed, checked }) => `${passed} von ${checked}`,
  percent: ({ percent }) => `${percent} %`,
  range: ({ low, high }) => `${low}–${high} %`,
  states: { passed: 'bestanden', not_passed: 'nicht bestanden', failed: 'fehlgeschlagen', open: 'offen' },
  openCase: ({ task, model, repeat, state }) => `${task}, ${model}, ${repeat} öffnen: ${state}`,
}
