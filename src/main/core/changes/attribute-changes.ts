import type { FileDifference, FileReplacement, FileVersion, TextChanges } from '../ports/checkpoint-ports.ts'
import type { WrittenFile } from '../ports/tool-ports.ts'

type Versions = TextChanges

/** What is known of a call when it has ended. */
export interface EndedCall {
  /** The folder that the paths of the differences are relative to. */
  readonly folder: string
  /** All files that the call wrote; null: not known. */
  readonly wrote: readonly WrittenFile[] | null
  /** The folder is the agent's own, and nobody else has been seen there. */
  readonly isAlone: boolean
  /** Other calls of the agent, or commands that it left running, ran at the same time. */
  readonly hasSiblings: boolean
  /** What other agents wrote meanwhile, by absolute path; null: they removed it. */
  readonly claimed: ReadonlyMap<string, FileVersion | null>
}

/** Whose the changes of an event are, as in `CheckpointData`. */
export interface Attribution {
  readonly own: true | readonly string[]
  readonly others?: true | readonly string[]
}

/**
 * Says whose the changes are that were seen around a call (docs/behaviour/changes.md#whose). A file is the call's if the
 * call wrote it and both versions are those that it read and wrote: then nobody else can have changed it meanwhile.
 */
export function attributedCall(
  differences: readonly FileDifference[],
  { folder, wrote, isAlone, hasSiblings, claimed }: EndedCall,
  versions: Versions,
): Attribution {
  // A file tool may see what another call of the agent does.
  if (isAlone && (wrote === null || hasSiblings)) return { own: true }
  const written = new Map(wrote?.map((file) => [file.path, file]))
  const own = differences.filter((each) => isWritten(each, written.get(absolute(folder, each.path)), versions))
  if (own.length === differences.length && own.length > 0) return { own: true }
  const paths = own.map(({ path }) => path)
  const rest = differences.filter((each) => !own.includes(each))
  const isDoubtful = rest.some(({ path }) => written.has(absolute(folder, path)))
  if (wrote !== null && !hasSiblings && !isDoubtful) return { own: paths, others: true }
  const others = rest.flatMap(({ path, after }) => {
    const claim = claimed.get(absolute(folder, path))
    return claim !== undefined && isSameVersion(claim, after) ? [path] : []
  })
  return { own: paths, ...(others.length > 0 && { others }) }
}

/** Says which changes an undo or an apply made. What else changed while it wrote is somebody else's. */
export function attributedReplacement(
  differences: readonly FileDifference[],
  replacements: readonly FileReplacement[],
  { isVersion }: Versions,
): Attribution {
  const written = new Map(replacements.map((file) => [file.path, file]))
  const own = differences.filter(({ path, before, after }) => {
    const file = written.get(path)
    return file !== undefined && isSameVersion(file.expected, before) && isVersion(file.wanted, after)
  })
  return own.length === differences.length ? { own: true } : { own: own.map(({ path }) => path), others: true }
}

export function isSameVersion(a: FileVersion | null, b: FileVersion | null): boolean {
  return a?.hash === b?.hash && a?.mode === b?.mode
}

function isWritten({ before, after }: FileDifference, file: WrittenFile | undefined, { isVersion }: Versions): boolean {
  if (file === undefined || (before !== null && after !== null && before.mode !== after.mode)) return false
  const isSame = (version: FileVersion | null, content: Uint8Array | null): boolean =>
    version === null || content === null ? version === content : isVersion({ ...version, content }, version)
  return isSame(before, file.before) && isSame(after, file.after)
}

function absolute(folder: string, path: string): string {
  return folder === '/' ? `/${path}` : `${folder}/${path}`
}

/** Returns what an agent wrote for certain, by absolute path, so that calls of others do not claim it. */
export function claimsOf(
  folder: string,
  differences: readonly FileDifference[],
  { own }: Attribution,
): ReadonlyMap<string, FileVersion | null> {
  const claimed = differences.filter(({ path }) => own === true || own?.includes(path) === true)
  return new Map(claimed.map(({ path, after }) => [absolute(folder, path), after]))
}
