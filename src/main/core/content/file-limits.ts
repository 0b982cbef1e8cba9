import type { AppError } from '../../../shared/app-error.ts'
import { byteWords } from '../../../shared/attachment.ts'
import { contentLimits } from '../../../shared/model-content.ts'
import { PROVIDERS, type ProviderName } from '../../../shared/providers.ts'
import type { ModelRequest } from '../ports/provider-ports.ts'
import { fileParts } from './content-files.ts'

const WHAT_TO_DO = 'Fork or rewind to a message before some of them, use /compress, or choose another model.'

/**
 * Checks the limits on all files of a request together, before it is sent: their number, their bytes, and the size of
 * pictures among many. Limits on single files are no errors: such a file is left out with a note.
 */
export function filesProblem(provider: ProviderName, request: ModelRequest): AppError | null {
  const files = fileParts(request)
  if (files.length === 0) return null
  const limits = contentLimits(provider)
  const { label } = PROVIDERS[provider]
  const pictures = files.filter((file) => file.as === 'image')
  if (pictures.length > limits.images) {
    return problem(`${label} takes ${limits.images} pictures in a request. This one has ${pictures.length}.`)
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > limits.bytes) {
    return problem(`${label} takes ${byteWords(limits.bytes)} of files in a request. This one has ${byteWords(bytes)}.`)
  }
  const { many } = limits
  if (many === null || pictures.length <= many.above) return null
  const large = pictures.find(({ width = 0, height = 0 }) => Math.max(width, height) > many.side)
  if (large === undefined) return null
  const size = `${large.width ?? 0}×${large.height ?? 0}`
  return problem(
    `${label} takes more than ${many.above} pictures in a request only up to ${many.side} pixels each. ${large.name} has ${size}.`,
  )
}

function problem(message: string): AppError {
  return { category: 'FILES', message: `${message} ${WHAT_TO_DO}`, retryable: false }
}
