/** Throws an error of the system's own kind where the words say that the disk is full; it has its explanation. */
export function throwIfDiskFull(words: string): void {
  if (/No space left on device|disk is full/i.test(words)) {
    throw Object.assign(new Error('There is no space left for the database'), { code: 'ENOSPC' })
  }
}
