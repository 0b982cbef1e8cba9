import type { FilePart, ModelRequest } from '../../core/ports/provider-ports.ts'

/** The bytes of a request's files, as base64 by hash. Missing: the request is only displayed. */
export type RequestFiles = ModelRequest['files']

/** Returns the bytes of a file as base64; where the request is only displayed, a short text in their place. */
export function fileData({ sha256, bytes }: FilePart, files: RequestFiles): string {
  return files?.get(sha256) ?? `(${bytes.toLocaleString('en-US')} bytes as base64)`
}

/** Returns a file as a `data:` URL. */
export function dataUrl(file: FilePart, files: RequestFiles): string {
  return `data:${file.mediaType};base64,${fileData(file, files)}`
}
