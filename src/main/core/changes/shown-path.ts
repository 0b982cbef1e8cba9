import type { CheckpointPlace } from '../../../shared/file-changes.ts'

/** Returns the path as users see it: outside the agent's folder it is absolute. */
export function shownPath({ place }: { readonly place: CheckpointPlace }, path: string): string {
  return place.folder === '/' ? `/${path}` : path
}

/** Returns the folders that a file is in; the last one is the root. */
export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).map((folder) => folder || '/')
}

/** Returns the path of a file relative to a folder that it is in. */
export function pathIn(folder: string, path: string): string {
  return path.slice(folder === '/' ? 1 : folder.length + 1)
}
