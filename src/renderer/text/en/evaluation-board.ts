/** The results of an evaluation. */
export const evaluationBoard = {
  label: 'Evaluation',
  models: 'Results by model',
  cases: 'Cases',
  task: 'Task',
  columns: {
    model: 'Model',
    passed: 'Passed',
    rate: 'Rate',
    interval: 'Interval',
    cost: 'Cost',
    time: 'Median time',
  },
  facts: ({ checked, planned, failed, cost }: { checked: number; planned: number; failed: number; cost: string }) =>
    [`${checked} of ${planned} checked`, ...(failed === 0 ? [] : [`${failed} failed`]), cost].join(' · '),
  passedOf: ({ passed, checked }: { passed: number; checked: number }) => `${passed} of ${checked}`,
  percent: ({ percent }: { percent: number }) => `${percent} %`,
  range: ({ low, high }: { low: number; high: number }) => `${low}–${high} %`,
  states: { passed: 'passed', not_passed: 'did not pass', failed: 'failed', open: 'open' },
  openCase: ({ task, model, repeat, state }: { task: string; model: string; repeat: number; state: string }) =>
    `Open ${task}, ${model}, ${repeat}: ${state}`,
}
