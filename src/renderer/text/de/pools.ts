import type { pools as English } from '../en/pools.ts'

/** Settings › Pools. */
export const pools: typeof English = {
  none: 'Noch keine Pools.',
  add: 'Pool hinzufügen',
  pool: ({ name }) => `Pool @${name}`,
  removed: ({ name }) => `Pool @${name} entfernt`,
  form: { title: 'Neuer Pool', name: 'Name des Pools', json: 'Der Pool als JSON' },
  jsonHint:
    'strategy: failover (das erste, das funktioniert), round-robin (jede Runde verwendet das nächste Modell) oder best (das Modell, das bei dieser Art von Arbeit am häufigsten gewinnt); explore: Prozent der Runden von best, die ein anderes Modell versuchen.',
  strategy: 'Welches Modell antwortet',
  strategies: {
    failover: 'Das erste, das funktioniert',
    'round-robin': 'Eines nach dem anderen',
    best: 'Das am häufigsten gewinnt',
  },
  explore: 'Runden, die ein anderes Modell versuchen, in Prozent',
  exploreHint:
    'Nach Stimmen, Urteilen, Übernahmen, Wettläufen und Auswertungen, sobald zwei Modelle bei dieser Art von Arbeit je fünf Fälle haben. Bis dahin antwortet das erste, das funktioniert.',
  models: 'Modelle, in ihrer Reihenfolge',
  model: ({ place }) => `Modell ${place}`,
  moveUp: ({ place }) => `Modell ${place} nach oben verschieben`,
  moveDown: ({ place }) => `Modell ${place} nach unten verschieben`,
  removeModel: ({ place }) => `Modell ${place} entfernen`,
  addModel: 'Modell hinzufügen',
  addModelPlaceholder: 'Modell hinzufügen',
  moved: ({ model, place, models }) => `${model} ist jetzt ${place} von ${models}`,
}
