import { realpath, stat } from 'node:fs/promises'

/** Identifies a file or folder as long as it exists. */
interface FileIdentity {
  readonly dev: bigint
  readonly ino: bigint
}

/** Returns the identity of a resolved path; null: a part of it is now a link, so it leads elsewhere. */
export async function unmovedIdentity(path: string): Promise<FileIdentity | null> {
  if ((await realpath(path)) !== path) return null
  const { dev, ino } = await stat(path, { bigint: true })
  return { dev, ino }
}

export function isSameFile(a: FileIdentity, b: FileIdentity): boolean {
  return a.dev === b.dev && a.ino === b.ino
}

/** Message for the model. */
export function movedMessage(path: string): string {
  return `${path}: a part of this path became a symbolic link, or was replaced, after the call was approved. Nothing was read. Call the tool again.`
}
