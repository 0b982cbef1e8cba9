import type { BlamedFile } from '../../../src/shared/blame.ts'
import { NO_COST } from '../../../src/shared/cost-sum.ts'
import type { ChangeHunk, ListedChange } from '../../../src/shared/file-changes.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario } from './preview-world.ts'

/** Three agents that work in one folder. */
export const ROLLOVER = 'aaaa0000-1111-4000-8000-00000000000a'
export const COMPARISONS = 'bbbb0000-1111-4000-8000-00000000000b'
export const TIMETABLE = 'cccc0000-1111-4000-8000-00000000000c'
export const REVIEW_FOLDER = '/home/ann/tidewatch'
/** A file of the first agent with 20,000 changed lines. */
export const LONG_FILE = 'data/tides.json'

/** Agents of the world `review`, the last active one first. */
export function reviewWorld(): PreviewWorld {
  const world = busyScenario()
  const [first] = world.agents
  if (first === undefined) throw new Error('The world has no agent')
  const agent = (id: AgentId, name: string, at: number, choice = first.choice) => ({
    ...first,
    id,
    name,
    choice,
    parentId: null,
    folder: REVIEW_FOLDER,
    lastMessageId: at,
  })
  const google = { provider: 'google', model: 'gemini-2.5-flash', thinkingLevel: 'med' } as const
  return {
    ...world,
    agents: [
      agent(ROLLOVER, 'Midnight rollover', 30),
      agent(COMPARISONS, 'Find every date comparison', 20, google),
      agent(TIMETABLE, 'Nightly timetable import', 10),
    ],
    events: new Map([ROLLOVER, COMPARISONS, TIMETABLE].map((id) => [id, []])),
    settings: new Map(),
  }
}

const file = (path: string, status: ListedChange['status'], added: number, removed: number): ListedChange => ({
  path,
  status,
  added,
  removed,
  state: 'as_left',
  contents: { before: status === 'added' ? '' : '1', after: path },
})

/** What each agent of the world changed. */
export const REVIEW_FILES: Readonly<Record<AgentId, readonly ListedChange[]>> = {
  [ROLLOVER]: [
    { ...file('src/board/departures.ts', 'modified', 8, 5), alsoOutside: true },
    file('src/board/service-day.ts', 'added', 18, 0),
    file('test/departures.test.ts', 'modified', 24, 0),
    // Written by the second agent while a command of this one ran.
    { ...file('notes/date-comparisons.txt', 'added', 41, 0), outside: true },
    { ...file('data/timetable.json', 'modified', 212, 198), unsure: true },
    file(LONG_FILE, 'modified', 10_000, 10_000),
  ],
  [COMPARISONS]: [file('notes/date-comparisons.txt', 'added', 41, 0)],
  [TIMETABLE]: [{ ...file('data/timetable.json', 'modified', 212, 198), unsure: true }],
}

const DEPARTURES: readonly ChangeHunk[] = [
  {
    oldStart: 1,
    oldLines: 2,
    newStart: 1,
    newLines: 3,
    lines: [
      " import { boardTime } from './time'",
      "+import { serviceMinutes } from './service-day'",
      " import type { Ferry, Status } from '../types'",
    ],
  },
  {
    oldStart: 37,
    oldLines: 6,
    newStart: 38,
    newLines: 7,
    lines: [
      ' export function status(ferry: Ferry, now: number): Status {',
      '-  const late = now - ferry.time',
      "-  if (late > 6 * 60 * 60) return 'cancelled'",
      "-  if (late > 5 * 60) return 'late'",
      '+  // A ferry at 00:20 still belongs to the day before.',
      '+  const late = serviceMinutes(now) - ferry.minutes',
      "+  if (late > 6 * 60) return 'cancelled'",
      "+  if (late > 5) return 'late'",
      "   return 'on time'",
      ' }',
    ],
  },
  {
    oldStart: 62,
    oldLines: 2,
    newStart: 65,
    newLines: 2,
    lines: ['-export const BOARD_ROWS = 12', '+export const BOARD_ROWS = 14', ' export const REFRESH = 30_000'],
  },
]

/** 2,000 parts of five lines that were replaced, with three lines between them. */
function longHunks(): readonly ChangeHunk[] {
  return Array.from({ length: 2_000 }, (_, at) => {
    const start = at * 20 + 1
    const lines = (sign: string, value: string) =>
      Array.from({ length: 5 }, (_line, line) => `${sign}  { "minute": ${start + line}, "height": ${value} },`)
    const same = [' {', ' }', ' ']
    return {
      oldStart: start,
      oldLines: 8,
      newStart: start,
      newLines: 8,
      lines: [...lines('-', '1.25'), ...lines('+', '1.375'), ...same],
    }
  })
}

/** Returns the parts of a file of the world; null: it is a file of another world. */
export function reviewHunks(agentId: AgentId, path: string): readonly ChangeHunk[] | null {
  if (REVIEW_FILES[agentId] === undefined) return null
  return path === LONG_FILE ? longHunks() : DEPARTURES
}

const BLAMED = { merged: [], cost: NO_COST, model: { provider: 'anthropic', name: 'claude-sonnet-5-5' } }

/** Who wrote the lines of a file of the world. */
export function reviewBlame(path: string): BlamedFile {
  if (!path.endsWith('departures.ts')) return { lineCount: 0, ranges: [] }
  const prompt = 'The board is empty between midnight and 00:30. Find out why.'
  return {
    lineCount: 80,
    ranges: [
      { start: 2, end: 2, eventId: 11, agentId: ROLLOVER, prompt, ...BLAMED },
      { start: 39, end: 42, eventId: 12, agentId: ROLLOVER, prompt, ...BLAMED },
    ],
  }
}
