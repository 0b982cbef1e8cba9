import { plural } from './plural.ts'

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
