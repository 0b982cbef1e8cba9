import { BASELINE_WORDS } from '../../../shared/baseline.ts'
import { ATTEMPT_WORDS } from '../../../shared/race.ts'
import { plural } from './plural.ts'

interface Facts {
  readonly checked: number
  readonly planned: number
  readonly failed: number
  readonly notJudged: number
  readonly cost: string
}

/** The results of an evaluation. */
export const evaluationBoard = {
  label: 'Evaluation',
  models: 'Results by model',
  cases: 'Cases',
  statuses: { running: 'Running', stopped: 'Stopped', asks: 'No model was asked yet.', ended: 'Ended' },
  stop: 'Stop evaluation',
  resume: 'Resume evaluation',
  save: 'Save as JSON',
  savePage: 'Save as page…',
  compare: 'Compare',
  pairs: {
    models: 'Models with each other',
    runs: 'This run against the other one',
    other: 'Other run',
    none: 'none',
    run: ({ name, id }: { name: string; id: string }) => `${name} · ${id}`,
    noOther: 'There is no other evaluation to compare with.',
    nothingShared: 'The two evaluations have no task and model in common.',
    columns: {
      models: 'Model',
      better: 'Better',
      worse: 'Worse',
      equal: 'Equal',
      difference: 'Difference',
      p: 'p (sign test)',
    },
    betterBy: ({ points }: { points: number }) => `+${points} points`,
    worseBy: ({ points }: { points: number }) => `−${points} points`,
    belowLeastP: ({ least }: { least: string }) => `< ${least}`,
  },
  task: 'Task',
  columns: {
    model: 'Model',
    checked: 'Checked',
    passed: 'Passed',
    rate: 'Rate',
    interval: 'Interval',
    cost: 'Cost',
    time: 'Median time',
  },
  facts: ({ checked, planned, failed, notJudged, cost }: Facts) =>
    [
      `${checked} of ${planned} checked`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(notJudged === 0 ? [] : [`${notJudged} not judged`]),
      cost,
    ].join(' · '),
  of: ({ part, whole }: { part: number; whole: number }) => `${part} of ${whole}`,
  percent: ({ percent }: { percent: number }) => `${percent} %`,
  range: ({ low, high }: { low: number; high: number }) => `${low}–${high} %`,
  states: { passed: 'passed', not_passed: 'did not pass', failed: 'failed', not_judged: 'not judged', open: 'open' },
  openCase: ({ task, model, repeat, state }: { task: string; model: string; repeat: number; state: string }) =>
    `Open ${task}, ${model}, ${repeat}: ${state}`,
}

/** What tests show before any request. */
export const baseline = {
  ...BASELINE_WORDS,
  label: 'Before any request',
  lastLines: 'Printed at the end',
  question: 'Go on all the same?',
  goOn: 'Go on',
  stop: 'Stop',
  wentOn: 'went on all the same',
  stopped: 'not gone on',
  ofTasks: ({ tasks, command }: { tasks: string; command: string }) => `${tasks} · ${command}`,
}

interface ReviewedAttempt {
  readonly attempt: string
  /** `3 files`. */
  readonly files: string
  /** Of lines: `+31 −9`. */
  readonly figures: string
}

/** The attempts of a race. */
export const raceBoard = {
  attempts: ATTEMPT_WORDS,
  label: 'Race',
  stopAll: 'Stop all',
  resume: 'Resume race',
  openBoard: 'Open board',
  openPane: 'Show its conversation',
  more: 'More actions for the race',
  before: 'before any change',
  startsFrom: 'starts from',
  commit: 'commit',
  compare: 'Compare changes',
  judge: 'Judge the passing…',
  caption: ({ attempts }: { attempts: number }) =>
    plural(attempts, { one: '1 attempt', other: `${attempts} attempts` }),
  decidedBy: 'decided by',
  winnerIs: 'winner',
  winners: {
    first: 'the first that passes',
    cheapest: 'passes, then cheapest',
    smallest: 'passes, then smallest change',
    fastest: 'passes, then fastest',
  },
  columns: {
    number: 'Number',
    attempt: 'Attempt',
    state: 'State',
    tests: 'Tests',
    changes: 'Changes',
    cost: 'Cost',
    time: 'Time',
    actions: 'Actions',
  },
  states: {
    needsYou: 'Needs you',
    waits: 'waits for your answer',
    passed: 'Passed',
    onTry: ({ tries }: { tries: number }) => `on its ${tries}${{ 2: 'nd', 3: 'rd' }[tries] ?? 'th'} try`,
    working: 'Working',
    fixing: 'Fixing',
    ofTries: ({ tries, most }: { tries: number; most: number }) => `try ${tries} of ${most}`,
    testing: 'Testing',
    testsFailed: 'Tests failed',
    again: 'is told what failed',
    waiting: 'Waiting',
    out: 'Out',
    ended: 'Ended',
    stopped: 'Stopped',
    byYou: 'by you',
    budget: 'Budget used',
    ofBudget: ({ spent, budget }: { spent: string; budget: string }) => `all attempts: ${spent} of ${budget}`,
  },
  notRun: 'not run yet',
  ofTests: ({ tests }: { tests: number }) => plural(tests, { one: 'of 1 test', other: `of ${tests} tests` }),
  testsPassed: ({ passed, tests }: { passed: number; tests: number }) =>
    plural(tests, { one: `${passed} of 1 test`, other: `${passed} of ${tests} tests` }),
  files: ({ files }: { files: number }) => plural(files, { one: '1 file', other: `${files} files` }),
  added: ({ lines }: { lines: number }) => `+${lines}`,
  removed: ({ lines }: { lines: number }) => `−${lines}`,
  best: 'best',
  failing: ({ attempt }: { attempt: string }) => `${attempt}: what still fails`,
  testsFailing: 'the test still fails',
  stillFailing: ({ tests }: { tests: number }) =>
    plural(tests, { one: '1 test still fails', other: `${tests} tests still fail` }),
  needsYou: ({ attempt }: { attempt: string }) => `${attempt} needs you`,
  resizeDetails: 'Resize details',
  chart: {
    label: 'Tests passed, minute by minute',
    labelWon: ({ attempt, tests }: { attempt: string; tests: number }) =>
      `Tests passed, minute by minute: ${attempt} won with ${tests}`,
    all: ({ tests }: { tests: number }) => `${tests} of ${tests}: passes`,
    minutes: ({ minutes }: { minutes: string }) => `${minutes} min`,
  },
  winner: 'Winner',
  answer: 'Answer',
  answerAttempt: ({ attempt }: { attempt: string }) => `Answer ${attempt}`,
  stop: 'Stop',
  stopAttempt: ({ attempt }: { attempt: string }) => `Stop ${attempt}`,
  open: 'Open',
  openAttempt: ({ attempt }: { attempt: string }) => `Open ${attempt}`,
  seeChanges: 'See its changes',
  review: 'Review',
  reviewAttempt: ({ attempt, files, figures }: ReviewedAttempt) => `Review ${attempt}: ${files}, ${figures}`,
  adopt: 'Adopt',
  adoptAgain: 'Adopt again',
  adoptAttempt: ({ attempt }: { attempt: string }) => `Adopt ${attempt}`,
  changesTests: 'changes the tests',
  done: ({ done, attempts }: { done: number; attempts: number }) => `${done} of ${attempts} done`,
  stopped: 'Stopped. Nothing runs until you resume it.',
  asks: 'No model was asked yet.',
  running: 'Running',
  nonePassed: 'None passed.',
  passed: 'passed',
  rules: {
    first: 'the first that passed',
    cheapest: 'the cheapest',
    smallest: 'with the smallest change',
    fastest: 'the fastest',
  },
  winnerIsNamed: ({ attempt }: { attempt: string }) => `${attempt} wins:`,
  wins: ({ tests, cost, rule }: { tests: string; cost: string; rule: string }) => `${tests} for ${cost}, ${rule}.`,
}
