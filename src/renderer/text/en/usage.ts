import { USAGE_HEADINGS } from '../../../shared/usage-columns.ts'
import { DIMENSION_LABELS } from '../../../shared/usage-report.ts'
import { USAGE_NOTES } from '../../../shared/usage-text.ts'
import { plural } from './plural.ts'

/** The usage page, and what today cost at the foot of the tree. */
export const usage = {
  title: 'Usage',
  close: 'Close usage',
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  filters: {
    legend: 'Show',
    period: 'Period',
    folder: 'Folder',
    allFolders: 'All folders',
    groupBy: 'Group by',
    offline: 'Offline. Reconnecting…',
    chosen: 'Filters',
    row: ({ dimension, row }: { dimension: string; row: string }) => `${dimension}: ${row}`,
    remove: ({ filter }: { filter: string }) => `Remove filter ${filter}`,
  },
  periods: {
    today: 'Today',
    '7days': 'Last 7 days',
    '30days': 'Last 30 days',
    month: 'This month',
    all: 'All time',
  },
  dimensions: DIMENSION_LABELS,
  costIn: {
    today: ({ cost }: { cost: string }) => `${cost} today`,
    '7days': ({ cost }: { cost: string }) => `${cost} in the last 7 days`,
    '30days': ({ cost }: { cost: string }) => `${cost} in the last 30 days`,
    month: ({ cost }: { cost: string }) => `${cost} this month`,
    all: ({ cost }: { cost: string }) => `${cost} in total`,
  },
  input: ({ tokens }: { tokens: string }) => `${tokens} in`,
  inputCached: ({ tokens, percent }: { tokens: string; percent: number }) => `${tokens} in (${percent} % cached)`,
  inputTokens: ({ tokens }: { tokens: string }) => `${tokens} tokens in`,
  inputTokensCached: ({ tokens, percent }: { tokens: string; percent: number }) =>
    `${tokens} tokens in (${percent} % cached)`,
  output: ({ tokens }: { tokens: string }) => `${tokens} out`,
  todayTokens: ({ tokens }: { tokens: string }) => `Today: ${tokens}.`,
  chart: {
    measures: { cost: 'Cost', output: 'Output tokens' },
    overTime: { cost: 'Cost over time', output: 'Output tokens over time' },
    bar: ({ label, value }: { label: string; value: string }) => `${label}: ${value}`,
    outputTokens: ({ tokens }: { tokens: string }) => `${tokens} tokens out`,
    asTable: 'Chart as a table',
  },
  table: {
    captions: {
      day: 'Usage by day',
      model: 'Usage by model',
      agent: 'Usage by agent',
      purpose: 'Usage by purpose',
      pool: 'Usage by pool',
      folder: 'Usage by folder',
    },
    columns: USAGE_HEADINGS,
    total: 'Total',
    open: ({ agent }: { agent: string }) => `Open ${agent}`,
    showAgents: ({ row }: { row: string }) => `Show the agents of ${row}`,
    percent: ({ percent }: { percent: number }) => `${percent} %`,
    tokens: ({ tokens }: { tokens: string }) => `${tokens} tokens`,
  },
  notes: USAGE_NOTES,
  standing: {
    title: 'Which model wins',
    none: 'No model has five cases yet. Votes, verdicts, adoptions, races and evaluations count.',
    caption: ({ kind }: { kind: string }) => `Standing: ${kind}`,
    kinds: {
      all: 'Work',
      source: 'Decided by',
      folder: 'Folder',
      file_type: 'File type',
      tools: 'Tools',
      length: 'Length',
    },
    all: 'All',
    model: 'Model',
    won: 'Won',
    rate: 'Rate',
    interval: '95 % interval',
    cost: 'Mean cost',
    time: 'Median time',
    wonOf: ({ won, cases }: { won: number; cases: number }) => `${won} of ${cases}`,
    percent: ({ percent }: { percent: number }) => `${percent} %`,
    range: ({ low, high }: { low: number; high: number }) => `${low}–${high} %`,
  },
  loading: 'Loading…',
  offlineFigures: ({ time }: { time: string }) => `Offline. Figures from ${time}.`,
  oldPrices: ({ date }: { date: string }) =>
    `The list prices date from ${date} and may be out of date. Update ikigai to get newer ones.`,
  none: 'No requests yet. Their costs appear here.',
  noneSelected: 'No requests in this selection.',
  showAll: 'Show all',
}

/** The flight recorder. */
export const recorder = {
  title: 'Flight recorder',
  record: 'Record performance',
  about:
    'Keeps the last minute of this window and the engine: names of operations, sizes and times, nothing of messages. Recording ends when ikigai does.',
  save: 'Save recording…',
  empty: 'Nothing is recorded.',
  waiting: 'Recording. Nothing was slow so far.',
  chart: 'The last minute',
  work: {
    provider: 'From providers',
    commit: 'Commits',
    stream: 'Sent to windows',
    call: 'Slow calls',
    loop: 'Engine delays',
    received: 'Received here',
    frame: 'Long frames',
  },
  rowFacts: ({ spans, longest }: { spans: number; longest: string }) =>
    `${spans} ${plural(spans, { one: 'entry', other: 'entries' })}, longest ${longest}`,
  moment: 'Moment',
  ago: ({ seconds }: { seconds: number }) => `${seconds} ${plural(seconds, { one: 'second', other: 'seconds' })} ago`,
  wholeMinute: 'Whole minute',
  longest: 'The longest of the minute',
  atMoment: ({ ago }: { ago: string }) => `What ran ${ago}`,
  columns: { ago: 'Ago', work: 'Work', name: 'Name', ms: 'Duration', count: 'Count' },
  secondsShort: ({ seconds }: { seconds: string }) => `${seconds} s`,
}
