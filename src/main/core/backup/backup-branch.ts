import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { BackupFile, BackupManifest } from '../../../shared/backup-manifest.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { err, ok, refuse, type Result } from '../../../shared/result.ts'
import { AgentTree } from '../agents/agent-tree.ts'
import type { BackupFolder, BackupRowReader, BackupRows } from '../ports/backup-ports.ts'
import type { ContentReader } from '../ports/content-ports.ts'
import type { StoredMail, ExportSource } from '../ports/transfer-ports.ts'

/** An agent of a backup with those above and below it, in the form that an export reads. */
export interface BackupBranch {
  readonly agentId: AgentId
  readonly tree: AgentTree
  readonly transfer: ExportSource
  readonly content: ContentReader
}

const DAMAGED = 'Use another copy of the backup. `ikigai restore --check` names all that is damaged.'

/** Reads an agent by a unique prefix of its id. Its events are held in memory. A damaged file that is needed is an error. */
export async function readBackupBranch(
  folder: BackupFolder,
  reader: BackupRowReader,
  prefix: string,
): Promise<Result<BackupBranch>> {
  const found = await folder.manifest()
  if (!found.ok) return found
  const manifest = found.value
  if (manifest === null)
    return refuse('There is no backup in this folder. Give the folder that holds ikigai-backup.json.')
  const tree = new AgentTree()
  for await (const rows of readAll(folder, filesOf(manifest, 'agents'))) {
    if (!rows.ok) return rows
    for (const agent of reader.agents(rows.value)) tree.put(agent)
  }
  const wanted = tree.find(prefix)
  if (!wanted.ok) return refuse(`${wanted.message} Nothing was restored.`)
  const { id } = wanted.agent
  const branch = new Set([...tree.lineage(id), ...tree.withDescendants(id).map((agent) => agent.id)])
  const events: AgentEvent[] = []
  for await (const rows of readAll(folder, manifest.events)) {
    if (!rows.ok) return rows
    const read = reader.events(rows.value, (agentId) => branch.has(agentId))
    if (!read.ok) return read
    events.push(...read.value)
  }
  events.sort((a, b) => a.id - b.id)
  const mail: StoredMail[] = []
  for await (const rows of readAll(folder, filesOf(manifest, 'mail'))) {
    if (!rows.ok) return rows
    mail.push(...reader.mail(rows.value))
  }
  return ok({ agentId: id, tree, transfer: transferOf(events, mail), content: contentOf(folder, manifest, reader) })
}

function filesOf({ tables }: BackupManifest, name: string): readonly BackupFile[] {
  return tables.filter(({ table }) => table === name)
}

async function* readAll(folder: BackupFolder, files: readonly BackupFile[]): AsyncGenerator<Result<BackupRows>> {
  for (const { file, bytes } of files) {
    const read = await folder.read({ file, bytes })
    yield read.ok
      ? read
      : err({ ...read.error, message: `The file ${file} of the backup: ${read.error.message}. ${DAMAGED}` })
    if (!read.ok) return
  }
}

function transferOf(events: readonly AgentEvent[], mail: readonly StoredMail[]): BackupBranch['transfer'] {
  return {
    eventsAfter: async (afterId, { limit, agentIds }) => {
      const ids = agentIds === null ? null : new Set(agentIds)
      const isNext = ({ id, agentId }: AgentEvent): boolean => id > afterId && (ids?.has(agentId) ?? true)
      return ok(events.filter(isNext).slice(0, limit))
    },
    mail: async () => ok(mail),
  }
}

/** The last file stays in memory: it is read in pieces. */
function contentOf(folder: BackupFolder, { blobs }: BackupManifest, reader: BackupRowReader): BackupBranch['content'] {
  let last: { readonly sha256: string; readonly read: ReturnType<BackupRowReader['file']> } | null = null
  async function fileOf(sha256: string): Promise<Result<ReturnType<BackupRowReader['file']> | null>> {
    if (last?.sha256 === sha256) return ok(last.read)
    const listed = blobs.filter((blob) => blob.sha256 === sha256)
    for await (const rows of readAll(folder, listed)) {
      if (!rows.ok) return rows
      last = { sha256, read: reader.file(rows.value) }
      return ok(last.read)
    }
    return ok(null)
  }
  return {
    async find(hashes) {
      const found = new Map()
      for (const sha256 of hashes) {
        const file = await fileOf(sha256)
        if (!file.ok) return file
        if (file.value !== null) found.set(sha256, file.value.facts)
      }
      return ok(found)
    },
    async read(sha256, offset, length) {
      const file = await fileOf(sha256)
      return file.ok ? ok(file.value?.bytes.subarray(offset, offset + length) ?? new Uint8Array()) : file
    },
  }
}
