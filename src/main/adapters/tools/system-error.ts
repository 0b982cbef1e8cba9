import { errorMessage } from '../../../shared/result.ts'

/** Returns whether this is an error of the operating system, which has a code. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/** Returns a message for a model about a path that could not be used. */
export function pathProblem(path: string, error: unknown): string {
  if (!isSystemError(error)) return `${path}: ${errorMessage(error)}`
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'does not exist',
    EACCES: 'permission denied',
    EPERM: 'the system does not permit it',
    EISDIR: 'is a folder',
    ENOTDIR: 'a part of the path is a file, not a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
  }
  return `${path}: ${reasons[error.code] ?? error.message}`
}
