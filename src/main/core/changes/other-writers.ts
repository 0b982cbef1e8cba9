import { type CheckpointPlace, type FileAttribution, whoseFile } from '../../../shared/file-changes.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Checkpoints, FileVersion } from '../ports/checkpoint-ports.ts'
import type { CheckpointLog } from '../ports/search-ports.ts'
import { isSameVersion } from './attribute-changes.ts'
import { type CheckpointEvent, checkpointsIn } from './change-spans.ts'
import { foldersAbove, pathIn } from './shown-path.ts'

/** Both versions of the files of an event, by absolute path. */
type Versions = ReadonlyMap<string, { readonly before: FileVersion | null; readonly after: FileVersion | null }>

/**
 * Returns an agent's events with what other agents wrote for certain during its calls as theirs. A call knows of the other
 * agents of its own process when it ends; what those of other processes wrote is in the log. `events`: oldest first.
 */
export async function withOtherWriters(
  agentId: AgentId,
  events: readonly CheckpointEvent[],
  { search, checkpoints }: { readonly search: CheckpointLog; readonly checkpoints: Checkpoints },
): Promise<readonly CheckpointEvent[]> {
  const paths = new Set(events.flatMap((event) => unsurePaths(event).map((path) => absolute(event.data, path))))
  if (paths.size === 0) return events
  const found = await search.checkpointsIn([...new Set([...paths].flatMap(foldersAbove))])
  const others = found.ok ? checkpointsIn(found.value).filter((event) => event.agentId !== agentId) : []
  const known = new Map<CheckpointEvent, Promise<Versions>>()
  const versions = (event: CheckpointEvent): Promise<Versions> => {
    const read = known.get(event) ?? versionsIn(event, checkpoints)
    known.set(event, read)
    return read
  }
  const all: CheckpointEvent[] = []
  for (const [index, event] of events.entries()) {
    const since = events.slice(0, index).findLast((each) => isSamePlace(each, event))?.id ?? 0
    const theirs: string[] = []
    for (const path of unsurePaths(event)) {
      const file = absolute(event.data, path)
      const ours = (await versions(event)).get(file)
      if (ours === undefined) continue
      // Others wrote all of it only if their writes lead from the state before the call to the one after it.
      const reached = [ours.before]
      for (const other of others) {
        if (other.id < since || !isWriter(other, file)) continue
        const written = (await versions(other)).get(file)
        if (written === undefined || !reached.some((each) => isSameVersion(each, written.before))) continue
        reached.push(written.after)
      }
      if (reached.slice(1).some((each) => isSameVersion(each, ours.after))) theirs.push(path)
    }
    all.push(theirs.length === 0 ? event : { ...event, data: { ...event.data, others: named(event.data, theirs) } })
  }
  return all
}

/** The named files of an event of which it is not certain whose they are. */
function unsurePaths({ data }: CheckpointEvent): readonly string[] {
  return data.files.flatMap(({ path }) => (whoseFile(data, path) === 'unsure' ? [path] : []))
}

function isWriter({ data }: CheckpointEvent, file: string): boolean {
  if (data.cause === 'outside' || data.cause === 'fork') return false
  const path = pathIn(data.folder, file)
  return (
    absolute(data, path) === file && whoseFile(data, path) === 'own' && data.files.some((each) => each.path === path)
  )
}

async function versionsIn(event: CheckpointEvent, checkpoints: Checkpoints): Promise<Versions> {
  const { data } = event
  const found = await checkpoints.difference(data, data.before, data.after)
  return new Map((found.ok ? found.value : []).map(({ path, ...versions }) => [absolute(event.data, path), versions]))
}

function named({ others }: FileAttribution, paths: readonly string[]): readonly string[] {
  return [...new Set([...(others === undefined || others === true ? [] : others), ...paths])]
}

function isSamePlace(a: CheckpointEvent, b: CheckpointEvent): boolean {
  return a.data.store === b.data.store && a.data.folder === b.data.folder
}

function absolute({ folder }: CheckpointPlace, path: string): string {
  return folder === '/' ? `/${path}` : `${folder}/${path}`
}
