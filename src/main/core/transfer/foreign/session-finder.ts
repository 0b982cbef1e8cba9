import type { StoredKey } from '../../../../shared/home-settings.ts'
import type { FoundSession } from '../../../../shared/found-session.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { ForeignFiles, FoundSource } from '../../ports/foreign-ports.ts'
import type { SettingsStore } from '../../ports/log-ports.ts'
import { sessionKey } from './known-sessions.ts'
import { identified } from './record-hashes.ts'
import { readSource } from './recognise.ts'

/** Lists the sessions of other tools on this machine, the newest first. Those of sub-agents are left out. */
export async function findSessions(
  foreignFiles: ForeignFiles,
  settings: SettingsStore,
): Promise<Result<readonly FoundSession[]>> {
  const found: (Omit<FoundSession, 'imported'> & { readonly key: StoredKey })[] = []
  for await (const file of foreignFiles.find()) {
    const facts = await factsOf(file)
    if (facts === null) continue
    const { tool, path, changedAt, bytes } = file
    found.push({ tool, path, changedAt, bytes, ...facts, key: await sessionKey(tool, facts.session) })
  }
  const known = await settings.getAll(found.map(({ key }) => key))
  if (!known.ok) return known
  const listed = found.map(({ key, ...session }) => ({ ...session, imported: known.value.has(key) }))
  return ok(listed.toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1)))
}

/** Null: no session, or that of a sub-agent. */
async function factsOf({ head, session }: FoundSource) {
  if (session !== undefined) return { session: session.id, name: session.name ?? '', folder: session.folder }
  const [read] = head === undefined ? [] : (readSource(head) ?? [])
  if (read === undefined || read.parentId !== null) return null
  return { session: (await identified(read)).id, name: read.name, folder: read.folder }
}
