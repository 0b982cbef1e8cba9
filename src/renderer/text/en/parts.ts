import { KIND_WORDS } from '../../../shared/attachment.ts'
import { plural } from './plural.ts'

const lines = ({ lines, shown }: { lines: number; shown: string }) =>
  plural(lines, { one: '1 line', other: `${shown} lines` })

/** The parts of conversations: code, diagrams, tables, thinking, calls, costs, and what agents do. */
export const parts = {
  you: 'You:',
  copied: 'Copied',
  seconds: ({ seconds }: { seconds: number }) => `${seconds} s`,
  tokens: ({ tokens }: { tokens: string }) => `${tokens} tokens`,
  showMore: ({ characters }: { characters: string }) => `Show more (${characters} characters left)`,
  footnote: {
    title: 'Footnotes',
    sign: ({ number }: { number: string }) => `Footnote ${number}`,
    back: 'Back to the text',
  },
  sourceLink: ({ number, host }: { number: number; host: string }) => `Source ${number}, ${host}`,
  moreFormulas: 'Show more formulas',
  copyLatex: 'Copy LaTeX',
  error: ({ error }: { error: string }) => `Error: ${error}`,
  noAccess: 'A key or a sign-in is missing',
  noKey: ({ provider, address }: { provider: string; address: string }) =>
    `There is no key for ${provider}. Add one in Settings, under Keys.\n\nGet your API key at: ${address}`,
  activity: {
    killed: 'killed',
    idle: 'idle',
    streaming: 'answering',
    elsewhere: 'answering in another ikigai',
    tools: 'running tools',
    needs_approval: 'needs approval',
    retrying: 'waiting to retry',
    failed: 'failed',
  },
  code: {
    label: ({ lines }: { lines: number }) => plural(lines, { one: 'Code of 1 line', other: `Code of ${lines} lines` }),
    labelIn: ({ language, lines }: { language: string; lines: number }) =>
      plural(lines, { one: `Code, ${language}, 1 line`, other: `Code, ${language}, ${lines} lines` }),
    text: 'text',
    lines,
    showAll: ({ lines }: { lines: string }) => `Show all ${lines} lines`,
    showLess: 'Show less',
    code: 'Code',
    preview: 'Preview',
    wrap: 'Wrap',
    copy: 'Copy code',
    more: 'More actions for this code',
    menu: 'Code menu',
    lineNumbers: 'Line numbers',
  },
  preview: {
    label: ({ file }: { file: string }) => `Preview of ${file}`,
    hangs: 'The preview stopped responding, so it was ended.',
    reload: 'Reload',
    notLoaded: 'Previews cannot be loaded. Reload the window.',
  },
  pdf: {
    view: 'View of the PDF',
    pages: 'Pages',
    text: 'Text',
    pagesOf: ({ file }: { file: string }) => `Pages of ${file}`,
    page: ({ number }: { number: string }) => `Page ${number}`,
    position: ({ number, count }: { number: string; count: string }) => `${number} of ${count}`,
    previous: 'Previous page',
    next: 'Next page',
    notDrawn: ({ number }: { number: string }) => `Page ${number} cannot be drawn.`,
    onlyFirst: ({ pages }: { pages: string }) =>
      `Pages after the first ${pages} are not shown. Save the file to see them.`,
    failures: {
      locked: 'This PDF is locked with a password. Save it and open it in a program that asks for the password.',
      damaged: 'The pages cannot be shown because this PDF is damaged. Read its text, or save it.',
      slow: 'This PDF took too long to open. Read its text, or save it and open it in another program.',
      missing: 'This PDF is missing. It was not imported, or is damaged.',
    },
  },
  diagram: {
    view: 'View of the diagram',
    diagram: 'Diagram',
    code: 'Code',
    notDrawn: 'This diagram cannot be drawn.',
    errorIn: ({ line }: { line: number }) => `This diagram has an error in line ${line}.`,
    zoomOut: 'Zoom out',
    zoomIn: 'Zoom in',
    save: 'Save as SVG',
    notSaved: 'Cannot be saved: the drawing has scripts or links',
    tooSlow: 'The diagram took too long to draw.',
    tooLong: 'The diagram is too long to draw.',
    noProgram: 'The program that draws diagrams cannot be loaded.',
    notStarted: 'The browser does not start the frame that draws diagrams. Reload the window.',
    notLoaded: 'The program that draws diagrams cannot be loaded. Reload the window.',
  },
  table: {
    label: ({ columns, rows }: { columns: number; rows: number }) =>
      `Table, ${plural(columns, { one: '1 column', other: `${columns} columns` })}, ${plural(rows, { one: '1 row', other: `${rows} rows` })}`,
    openWide: 'Open wide',
    copyCsv: 'Copy as CSV',
    rest: ({ rows }: { rows: number }) =>
      plural(rows, { one: '1 more row, which is copied too', other: `${rows} more rows, which are copied too` }),
    copyMarkdown: 'Copy as Markdown',
  },
  file: {
    kinds: KIND_WORDS,
    pages: ({ pages }: { pages: number }) => plural(pages, { one: '1 page', other: `${pages} pages` }),
  },
  image: {
    label: ({ description }: { description: string }) => `[image: ${description}]`,
    noDescription: 'no description',
  },
  thinking: {
    label: 'Thinking',
    live: 'Thinking…',
    liveFor: ({ duration }: { duration: string }) => `Thinking… ${duration}`,
    hidden: 'text hidden by the provider',
  },
  plan: {
    label: 'Plan',
    heading: ({ done, entries }: { done: number; entries: number }) => `Plan · ${done} of ${entries} done`,
    states: { done: 'Done', now: 'In progress', open: 'Open' },
  },
  tool: {
    label: ({ tool, state }: { tool: string; state: string }) => `Tool ${tool}, ${state}`,
    states: {
      writing: 'is being written',
      waiting: 'waiting for approval',
      running: 'running',
      finished: 'finished',
      failed: 'failed',
      denied: 'denied by you',
      refused: 'not allowed',
      stopped: 'stopped',
      unanswered: 'not answered',
      interrupted: 'interrupted',
    },
    /** A command that failed, in place of the state. */
    exit: ({ code }: { code: number }) => `Exit ${code}`,
    closed: 'ikigai was closed',
    verbs: {
      run: { plain: 'Run', past: 'Ran' },
      read: { plain: 'Read', past: 'Read' },
      write: { plain: 'Write', past: 'Wrote' },
      edit: { plain: 'Edit', past: 'Edited' },
      search: { plain: 'Search', past: 'Searched' },
      find: { plain: 'Find', past: 'Found' },
      fetch: { plain: 'Fetch', past: 'Fetched' },
    },
    output: ({ tool }: { tool: string }) => `Output of ${tool}`,
    shortened: 'Shortened for the model. Full output:',
    copyPath: 'Copy path',
  },
  instructions: {
    own: 'your own file',
    importedBy: ({ file }: { file: string }) => `imported by ${file}`,
    cut: ({ size }: { size: string }) => `${size} cut`,
    invisible: ({ characters }: { characters: number }) =>
      plural(characters, { one: '1 invisible character', other: `${characters} invisible characters` }),
  },
  money: {
    free: 'free',
    noPrice: 'No price known for this model',
    listPrices: 'Calculated from list prices. Your bill may differ.',
    listPricesOf: ({ day }: { day: string }) => `Calculated from list prices of ${day}. Your bill may differ.`,
    notKnown: 'cost not known',
    atLeast: ({ cost }: { cost: string }) => `at least ${cost}`,
    underCents: ({ shown }: { shown: string }) => `under ${shown} cents`,
    cents: ({ cents, shown }: { cents: number; shown: string }) =>
      plural(cents, { one: `${shown} cent`, other: `${shown} cents` }),
  },
  mergeEntry: {
    target: 'Merge into',
    search: 'Search agents',
    text: 'Text',
    parent: ({ agent }: { agent: string }) => `Parent: ${agent}`,
    note: 'The agent sees the text with its next prompt. Nothing is sent now.',
  },
}

/** The names of keys, as they are printed on keyboards other than those of a Mac. */
export const keys = {
  ctrl: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  tab: 'Tab',
  space: 'Space',
  escape: 'Esc',
  delete: 'Delete',
  enter: 'Enter',
  pageUp: 'Page Up',
  pageDown: 'Page Down',
  home: 'Home',
  end: 'End',
}
