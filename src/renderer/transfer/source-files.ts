import { isLogLine } from '../../shared/log-row.ts'
import type { SourceFile } from '../actions/session-import-actions.ts'
import { isFolder, nextEntries } from '../hooks/dropped-files.ts'

/** Files of a dropped folder that are looked at. The engine says what to do if there are more. */
const MAX_FILES = 50_001

/**
 * Returns the dropped files, those of folders with their paths. Must be called during the event: the data of a drop can
 * be read only then.
 */
export async function droppedSources({ items }: DataTransfer): Promise<readonly SourceFile[]> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files: SourceFile[] = []
  for (const { entry, file } of dropped) {
    if (isFolder(entry)) await collect(entry, files)
    else if (file !== null) files.push({ path: file.name, file })
  }
  return files
}

/** Adds all files below a folder, with their paths from it on. */
async function collect(folder: FileSystemDirectoryEntry, files: SourceFile[]): Promise<void> {
  const reader = folder.createReader()
  // Each call returns a part of the entries; an empty one is the end.
  for (let entries = await nextEntries(reader); entries.length > 0; entries = await nextEntries(reader)) {
    for (const entry of entries) {
      if (files.length >= MAX_FILES) return
      if (isFolder(entry)) await collect(entry, files)
      else if (isFile(entry)) {
        const file = await fileOf(entry)
        if (file !== null) files.push({ path: entry.fullPath.slice(1), file })
      }
    }
  }
}

/** The classes of entries have no global names in all browsers. */
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

/** Null: it cannot be read. */
function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  const { promise, resolve } = Promise.withResolvers<File | null>()
  entry.file(resolve, () => resolve(null))
  return promise
}

/** Returns the files that were chosen, those of a folder with their paths. */
export function chosenSources(files: FileList | null): readonly SourceFile[] {
  return [...(files ?? [])].map((file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    file,
  }))
}

/** How much of a file is read to find the end of its first line, bytes. */
const FIRST_LINE = 16 * 1024 * 1024
const STEP = 64 * 1024

/** Whether the files are one file that ikigai has exported, or one in its format. */
export async function isOwnLog(files: readonly SourceFile[]): Promise<boolean> {
  const [only, ...others] = files
  if (only === undefined || others.length > 0) return false
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let at = 0; at < Math.min(only.file.size, FIRST_LINE); at += STEP) {
      text += decoder.decode(await only.file.slice(at, at + STEP).arrayBuffer(), { stream: true })
      const [line = '', ...rest] = text.trimStart().split('\n', 2)
      if (rest.length > 0) return isLogLine(line)
    }
  } catch {
    return false
  }
  return isLogLine(text)
}
