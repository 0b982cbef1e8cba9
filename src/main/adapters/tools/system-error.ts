import { errorMessage } from '../../../shared/result.ts'

/** Returns whether this is an error of the operating system, which has a code. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'the symbolic links go round in a circle',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large for this file system',
  EROFS: 'the file system is read-only',
  EBUSY: 'another program uses it',
  ETXTBSY: 'it is a program that is running',
  EMFILE: 'too many files are open; try again',
  ENFILE: 'too many files are open; try again',
  EIO: 'the disk reports an error',
  ESTALE: 'the network folder is not connected any more',
}

/**
 * Returns why a path could not be used, without the path. `reasons`: other words for some codes of the operating system.
 */
export function systemReason(error: unknown, reasons: Readonly<Record<string, string>> = {}): string {
  if (!isSystemError(error)) return errorMessage(error)
  return reasons[error.code] ?? REASONS[error.code] ?? error.message
}

/** Returns a message for a model about a path that could not be used. */
export function pathProblem(path: string, error: unknown): string {
  return `${path}: ${systemReason(error)}`
}
