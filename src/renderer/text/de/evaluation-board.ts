import type { evaluationBoard as English } from '../en/evaluation-board.ts'

/** The results of an evaluation. */
export const evaluationBoard: typeof English = {
  label: 'Auswertung',
  models: 'Ergebnisse nach Modell',
  cases: 'Fälle',
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
