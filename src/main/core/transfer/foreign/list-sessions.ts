import type { UnreadSource } from '../../../../shared/foreign-report.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { ListedSession, SourceList } from '../../../../shared/session-import.ts'
import type { ForeignFileSource } from '../../ports/foreign-ports.ts'
import type { SettingsStore } from '../../ports/log-ports.ts'
import type { ForeignSession } from './foreign-tree.ts'
import { sessionKey } from './known-sessions.ts'
import { identified } from './record-hashes.ts'
import { readSource } from './recognise.ts'

interface ListRun {
  /** The list ends when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of conversations so far. */
  readonly onFound?: ((found: number) => void) | undefined
}

/** Lists the conversations of files without importing any. Of the files, one conversation at a time is held. */
export async function listSessions(
  sources: AsyncIterable<ForeignFileSource>,
  settings: SettingsStore,
  { signal, onFound }: ListRun = {},
): Promise<Result<SourceList>> {
  const found = new Map<string, Found>()
  const unread: UnreadSource[] = []
  const empty = new Map<string, Set<string>>()
  const full = new Set<string>()
  for await (const source of sources) {
    if (signal?.aborted) break
    if ('problem' in source) {
      unread.push(unreadSource(source))
      continue
    }
    const read = readSource(source.document)
    const reasons = empty.get(source.name) ?? new Set<string>()
    empty.set(source.name, reasons)
    if (read === null) reasons.add(NOT_KNOWN)
    for (const session of read ?? []) {
      if (!hasMessages(session)) {
        for (const reason of session.kept) if (reason !== null) reasons.add(reason)
        continue
      }
      full.add(source.name)
      await addSession(found, await identified(session), source.name)
      onFound?.(found.size)
    }
  }
  for (const [source, reasons] of empty) {
    const isUsual = found.size > 0 && isBesideConversations(source)
    if (!full.has(source) && !isUsual) unread.push(withoutMessages(source, reasons))
  }
  const known = await settings.getAll([...found.values()].map(({ listed }) => listed.key))
  if (!known.ok) return known
  const shown = [...found.values()].filter(({ parentKey }) => parentKey === null || !found.has(parentKey))
  return ok({ sessions: shown.map(({ listed }) => ({ ...listed, imported: known.value.has(listed.key) })), unread })
}

/** Why a source of no known tool is no event. */
export const NOT_KNOWN = 'not written by a known tool'

/** The files without conversations that exports of ChatGPT and Claude have beside them. */
const BESIDE_CONVERSATIONS = new Set([
  'group_chats.json',
  'memories.json',
  'message_feedback.json',
  'model_comparisons.json',
  'projects.json',
  'shared_conversations.json',
  'shopping.json',
  'sora.json',
  'user.json',
  'user_settings.json',
  'users.json',
])

/** Whether an export always has this file, without conversations. It is reported only where no conversation was found. */
export function isBesideConversations(source: string): boolean {
  return BESIDE_CONVERSATIONS.has(source.split(/[/\\]/).at(-1) ?? '')
}

/** Says of a file that nothing of it is imported. */
export function withoutMessages(source: string, reasons: Iterable<string>): UnreadSource {
  const all = [...reasons].join('; ')
  return { source, reason: all === '' ? 'It has no message.' : `It has no message (${all}).`, isDamaged: false }
}

/** Says of a file, or of a part of one, why it is not read. */
export function unreadSource(source: Extract<ForeignFileSource, { problem: string }>): UnreadSource {
  const { name, place, problem, isOther = false } = source
  return { source: place === undefined ? name : `${name}, ${place}`, reason: problem, isDamaged: !isOther }
}

export function hasMessages({ nodes }: ForeignSession): boolean {
  return nodes.some(({ events }) => events.length > 0)
}

type Key = Awaited<ReturnType<typeof sessionKey>>

interface Found {
  readonly listed: Omit<ListedSession, 'imported' | 'key'> & { readonly key: Key }
  readonly parentKey: string | null
}

/** A session that is in several files is listed once. */
async function addSession(found: Map<string, Found>, session: ForeignSession, source: string): Promise<void> {
  const { tool, id, name, parentId } = session
  const key = await sessionKey(tool, id)
  const before = found.get(key)?.listed
  const events = session.nodes.flatMap((node) => node.events)
  const times = [
    ...events.flatMap(({ at }) => at ?? []),
    ...[before?.firstAt, before?.lastAt].flatMap((at) => at ?? []),
  ]
  const spoken = events.filter(
    (event) => (event.kind === 'user' && event.injected !== true) || event.kind === 'assistant',
  )
  const sorted = times.toSorted()
  const listed = {
    key,
    tool,
    session: id,
    name: before?.name ?? name,
    source: before?.source ?? source,
    firstAt: sorted[0] ?? null,
    lastAt: sorted.at(-1) ?? null,
    messages: (before?.messages ?? 0) + spoken.length,
  }
  found.set(key, { listed, parentKey: parentId === null ? null : await sessionKey(tool, parentId) })
}
