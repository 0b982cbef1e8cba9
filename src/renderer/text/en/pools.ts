/** Settings › Pools. */
export const pools = {
  none: 'No pools yet.',
  add: 'Add pool',
  pool: ({ name }: { name: string }) => `Pool @${name}`,
  removed: ({ name }: { name: string }) => `Pool @${name} removed`,
  form: { title: 'New pool', name: 'Name of the pool', json: 'The pool, as JSON' },
  jsonHint:
    'strategy: failover (the first that works), round-robin (each turn uses the next model) or best (the model that wins most at this kind of work); explore: percent of the turns of best that try another model.',
  strategy: 'Which model answers',
  strategies: {
    failover: 'The first that works',
    'round-robin': 'One after the other',
    best: 'The one that wins most',
  },
  explore: 'Turns that try another model, percent',
  exploreHint:
    'From your votes, adoptions, races and evaluations and the verdicts of judges, once two models have five cases each at this kind of work. Until then the first that works answers.',
  models: 'Models, in their order',
  model: ({ place }: { place: number }) => `Model ${place}`,
  moveUp: ({ place }: { place: number }) => `Move model ${place} up`,
  moveDown: ({ place }: { place: number }) => `Move model ${place} down`,
  removeModel: ({ place }: { place: number }) => `Remove model ${place}`,
  addModel: 'Add model',
  addModelPlaceholder: 'Add a model',
  moved: ({ model, place, models }: { model: string; place: number; models: number }) =>
    `${model} is now ${place} of ${models}`,
}
