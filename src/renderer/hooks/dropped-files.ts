/** Returns whether files are dragged. */
export function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files')
}

/** Longest list of a dropped folder. */
const MAX_LISTED = 5_000

/**
 * Returns the dropped files; a folder becomes a text file that lists its files. Must be called during the event: the
 * data of a drop can be read only then.
 */
export async function droppedFiles({ items }: DataTransfer): Promise<readonly File[]> {
  const dropped = [...items].map((item) => {
    const entry = item.webkitGetAsEntry()
    return isFolder(entry) ? folderList(entry) : Promise.resolve(item.getAsFile())
  })
  const files = await Promise.all(dropped)
  return files.filter((file) => file !== null)
}

/** The classes of entries have no global names in all browsers. */
export function isFolder(entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry {
  return entry?.isDirectory === true
}

async function folderList(folder: FileSystemDirectoryEntry): Promise<File> {
  const paths: string[] = []
  await collect(folder, paths)
  const note = paths.length >= MAX_LISTED ? '[The rest of the list is left out.]\n' : ''
  return new File([`${paths.join('\n')}\n${note}`], `${folder.name} (files).txt`, { type: 'text/plain' })
}

/** Adds the paths of all files below a folder. */
async function collect(folder: FileSystemDirectoryEntry, paths: string[]): Promise<void> {
  const reader = folder.createReader()
  // Each call returns a part of the entries; an empty one is the end.
  for (let entries = await nextEntries(reader); entries.length > 0; entries = await nextEntries(reader)) {
    for (const entry of entries) {
      if (paths.length >= MAX_LISTED) return
      if (isFolder(entry)) await collect(entry, paths)
      else paths.push(entry.fullPath.slice(1))
    }
  }
}

/** An empty list if the folder cannot be read. */
export function nextEntries(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const { promise, resolve } = Promise.withResolvers<readonly FileSystemEntry[]>()
  reader.readEntries(resolve, () => resolve([]))
  return promise
}
