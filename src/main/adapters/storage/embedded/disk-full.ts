/** Throws an error with the system's own code, which has an explanation, if the text says that the disk is full. */
export function throwIfDiskFull(text: string): void {
  if (/No space left on device|disk is full/i.test(text)) {
    throw Object.assign(new Error('There is no space left for the database'), { code: 'ENOSPC' })
  }
}
