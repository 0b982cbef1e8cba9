import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import type { FoundSession } from '../../../src/shared/found-session.ts'
import type { ForeignReport } from '../../../src/shared/foreign-report.ts'
import { DONE, ok, type Result } from '../../../src/shared/result.ts'
import type { ListedSession, SessionImportStep, SourcePiece, SourceStep } from '../../../src/shared/session-import.ts'

const FOUND: readonly FoundSession[] = [
  {
    tool: 'claude-code',
    path: '/home/ana/.claude/projects/-home-ana-app/one.jsonl',
    session: 'one',
    name: 'One pixel',
    folder: '/home/ana/app',
    changedAt: '2026-11-02T09:00:33.000Z',
    bytes: 10_037,
    imported: false,
  },
  {
    tool: 'codex',
    path: '/home/ana/.codex/sessions/2026/11/02/rollout-1.jsonl',
    session: 'two',
    name: 'List the files',
    folder: '/home/ana/app',
    changedAt: '2026-11-02T09:00:23.000Z',
    bytes: 5_074,
    imported: true,
  },
]

interface World {
  note(call: string, input: unknown): void
  newAgent(): string
}

/** Sessions of other tools, found and imported. */
export function previewSessions({ note, newAgent }: World) {
  const os = implement(contract).log
  const sources = new PreviewSources()
  return {
    countSessions: os.countSessions.handler(() =>
      ok([
        { tool: 'claude-code', sessions: 24 },
        { tool: 'cursor', sessions: null },
      ] as const),
    ),
    findSessions: os.findSessions.handler(() => ok(FOUND)),
    importSessions: os.importSessions.handler(({ input }) => {
      note('log.importSessions', input)
      return steps(input.sessions.length, reportOf('claude-code', 'One pixel', newAgent()))
    }),
    readSource: os.readSource.handler(({ signal }) => {
      note('log.readSource', {})
      return sources.begin(signal ?? new AbortController().signal)
    }),
    sourcePiece: os.sourcePiece.handler(({ input }) => sources.add(input)),
    importSource: os.importSource.handler(({ input }) => {
      note('log.importSource', { sessions: input.sessions })
      return steps(input.sessions?.length ?? null, reportOf('chatgpt', 'One pixel', newAgent()))
    }),
  }
}

async function* steps(of: number | null, report: ForeignReport): AsyncGenerator<Result<SessionImportStep>> {
  yield ok({ type: 'importing', done: 0, of })
  yield ok({ type: 'imported', report })
}

function reportOf(tool: 'claude-code' | 'chatgpt', name: string, agent: string): ForeignReport {
  const kept = [{ reason: 'not part of the conversation: queue-operation', count: 8, places: ['line 1'] }]
  const counts = { records: 23, known: 0, asEvents: 15, events: 13, files: 2, kept, notes: [] }
  const facts = { tool, session: 'one', name, source: 'one.jsonl' }
  return { sessions: [{ ...facts, ...counts, agents: [agent], main: agent }], unread: [] }
}

const LISTED: readonly ListedSession[] = Array.from({ length: 12 }, (_, at) => ({
  key: `chat ${at}`,
  tool: 'chatgpt',
  session: `chat-${at}`,
  name: `Chat ${at}`,
  source: 'conversations.json',
  firstAt: '2026-10-01T09:00:00.000Z',
  lastAt: `2026-11-${String(10 + at)}T09:00:00.000Z`,
  messages: at + 1,
  imported: at === 0,
}))

/** Files that are sent: those that begin with `[` are an export of ChatGPT, the others have no conversation. */
class PreviewSources {
  readonly #received = new Map<string, (text: string) => void>()
  #text = ''

  async *begin(signal: AbortSignal): AsyncGenerator<Result<SourceStep>> {
    const sourceId = crypto.randomUUID()
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#received.set(sourceId, resolve)
    this.#text = ''
    yield ok({ type: 'ready', sourceId })
    const text = await promise
    const isExport = text.startsWith('[')
    if (isExport) yield ok({ type: 'sessions', sessions: LISTED })
    const reason = 'It has no message (not written by a known tool).'
    yield ok({ type: 'listed', unread: isExport ? [] : [{ source: 'notes.txt', reason, isDamaged: false }] })
    if (signal.aborted) return
    await new Promise((left) => signal.addEventListener('abort', left, { once: true }))
  }

  async add({ sourceId, data, isLast }: SourcePiece): Promise<Result<null>> {
    this.#text += atob(data)
    if (isLast) this.#received.get(sourceId)?.(this.#text)
    return DONE
  }
}
