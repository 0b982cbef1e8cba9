import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario } from './preview-world.ts'

const id = (index: number): string => `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`
const DAY = '2026-11-20'
const at = (minute: number): string =>
  `${DAY}T${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00.000Z`

const MODELS = {
  sonnet: { provider: 'anthropic', model: 'claude-sonnet-5-5', thinkingLevel: 'med' },
  opus: { provider: 'anthropic', model: 'claude-opus-5-5', thinkingLevel: 'med' },
  sol: { provider: 'openai', model: 'gpt-6.1-sol', thinkingLevel: 'med' },
  argon: { provider: 'google', model: 'gemini-4-argon', thinkingLevel: 'low' },
  kimi: { provider: 'moonshot', model: 'kimi-k3', thinkingLevel: 'none' },
  qwen: { provider: 'local', model: 'qwen3:8b', thinkingLevel: 'none' },
} as const

const FAILURE = { category: 'AUTH', message: 'no connection', retryable: true } as const

/** The agents of the world by what they are in it. */
export const TREE = {
  root: id(1),
  subagent: id(2),
  fork: id(3),
  race: id(4),
  question: id(12),
  answers: [id(13), id(15), id(14)],
  judge: id(16),
  story: id(17),
  chosen: id(19),
  unread: id(22),
  failed: id(23),
} as const

/** A tree with every kind of row: forks, versions, compared answers, a judge, attempts, a sub-agent, each state. */
export function treeWorld(): PreviewWorld {
  const world = busyScenario()
  const [first] = world.agents
  if (first === undefined) throw new Error('The busy world has agents')
  const agent = (index: number, name: string, fields: Partial<AgentSummary> = {}): AgentSummary => ({
    ...first,
    id: id(index),
    name,
    createdAt: at(index),
    lastActivityAt: at(index),
    lastMessageId: index,
    cost: { usd: 0.02, unpriced: 0, partial: 0 },
    choice: MODELS.sonnet,
    folder: '/home/ada/tidewatch',
    ...fields,
  })
  const below = (parent: number, forkReason: NonNullable<AgentSummary['forkReason']>, eventId = 1) =>
    ({ parentId: id(parent), forkEventId: eventId, forkReason }) as const
  const attempts = [5, 6, 7, 8, 9, 10].map((index) =>
    agent(index, `Sonnet 5.5 · ${index - 4}`, {
      ...below(4, 'race'),
      activity: { type: index === 9 ? 'tools' : index === 10 ? 'needs_approval' : 'idle' },
    }),
  )
  return {
    ...world,
    agents: [
      agent(1, 'Midnight rollover', {
        activity: { type: 'needs_approval' },
        cost: { usd: 0.41, unpriced: 0, partial: 0 },
        lastMessageId: 1,
      }),
      agent(2, 'Find every date comparison', { ...below(1, 'tool', 2), choice: MODELS.argon }),
      agent(3, 'Keep the old timetable API', below(1, 'fork', 3)),
      agent(4, 'Six attempts', below(1, 'fork', 4)),
      ...attempts,
      agent(12, 'Which queue for the alerts?', { lastMessageId: 1 }),
      agent(13, 'Sonnet 5.5', below(12, 'ask', 9)),
      agent(15, 'GPT-6.1 Sol', { ...below(12, 'ask', 9), createdAt: at(14), choice: MODELS.sol }),
      agent(14, 'Gemini 4 Argon', { ...below(12, 'ask', 9), createdAt: at(14), choice: MODELS.argon }),
      agent(16, 'Judge', { ...below(12, 'judge', 10), choice: MODELS.opus }),
      agent(17, 'Tides from scratch', { choice: MODELS.opus, lastMessageId: 1 }),
      agent(18, 'Harmonic constituents', { ...below(17, 'retry', 1), choice: MODELS.opus }),
      agent(19, 'Harmonic constituents', { ...below(17, 'retry', 1), choice: MODELS.opus }),
      agent(20, 'Harmonic constituents', { ...below(17, 'retry', 1), choice: MODELS.opus }),
      agent(21, 'Harmonic constituents for a twelve-year-old', { ...below(19, 'fork', 21), choice: MODELS.sol }),
      agent(22, 'Harmonic constituents with a worked example', { ...below(19, 'fork', 22), lastMessageId: 220 }),
      agent(23, 'Nightly timetable import', {
        activity: { type: 'failed', error: FAILURE },
        choice: MODELS.kimi,
      }),
      agent(24, 'Reply to the harbour office', { folder: '/home/ada/letters', activity: { type: 'needs_approval' } }),
      agent(25, 'Privacy page in plain words', { folder: '/home/ada/letters' }),
      agent(26, 'Packing list, three nights at sea', { folder: '/home/ada/ikigai', choice: MODELS.qwen }),
      agent(27, 'Why is the sky green before a storm?', { folder: '/home/ada/ikigai', choice: MODELS.argon }),
      agent(28, 'Slow words of a model that is busy', {
        folder: '/home/ada/ikigai',
        activity: { type: 'streaming' },
        queuedPrompts: 2,
      }),
    ],
    events: new Map(),
    settings: new Map<string, unknown>([
      [
        'layout',
        {
          columns: [[TREE.root], [TREE.chosen]],
          focused: TREE.chosen,
          maximised: null,
          recent: [TREE.root, TREE.chosen],
          sizes: {},
          treeVisible: true,
          treeWidth: null,
          collapsed: [TREE.race],
          grouping: 'folder',
        },
      ],
      ['unreadResults', { events: { [TREE.unread]: 220 } }],
      [
        'comparisons',
        {
          list: [
            {
              id: TREE.answers.join(' '),
              agents: TREE.answers,
              judges: [TREE.judge],
              linked: true,
              adopted: null,
              draft: '',
            },
          ],
          active: null,
        },
      ],
    ]),
  }
}
