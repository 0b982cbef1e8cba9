import type { AppError } from '../../../shared/app-error.ts'
import type { PlainData } from '../../../shared/plain-request.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import type { KeepRefusedRequest } from '../ports/refused-request-ports.ts'
import { withoutLargePictures } from '../content/file-limits.ts'
import { type PlainRequest, plainRequest } from '../transcript/plain-rendering.ts'
import type { TranscriptTarget } from '../transcript/transcript-target.ts'
import { hasContent, type ModelResponse } from './model-response.ts'

export interface PlainQuestion {
  readonly provider: Provider
  readonly request: ModelRequest
  readonly target: TranscriptTarget
  /** How the request was rendered already; missing: completely. */
  readonly plain?: PlainData | undefined
}

/**
 * Sends a request. If the provider refuses it as invalid before any content, it is sent once more in its plain rendering
 * (docs/behaviour/transcript.md#plain-rendering), and both are kept for a bug report. `plain`: how the request of the
 * response was rendered; missing: completely.
 */
export async function askPlainlyIfRefused(
  question: PlainQuestion,
  {
    ask,
    onRefused,
    keepRefusedRequest,
  }: {
    /** Missing: refused requests are not kept. */
    readonly keepRefusedRequest?: KeepRefusedRequest | undefined
    /** Sends a request, with its retries. */
    readonly ask: (request: ModelRequest) => Promise<ModelResponse>
    /** Called before the plain request is sent. */
    readonly onRefused: (error: AppError) => void
  },
): Promise<{ readonly response: ModelResponse; readonly plain?: PlainData | undefined }> {
  const { provider, request, target, plain } = question
  const response = await ask(request)
  if (response.type !== 'failed' || response.error.category !== 'INVALID_REQUEST' || hasContent(response)) {
    return { response, plain }
  }
  const other = plain === undefined ? otherRequest(request, response.error, target) : null
  if (other === null) return { response, plain }
  onRefused(response.error)
  const second = await ask(other.request)
  const refusal = response.error.message
  const path = await keepRefusedRequest?.({
    provider: provider.name,
    model: request.model,
    refusal,
    requestId: response.error.requestId ?? null,
    body: provider.render(withoutBytes(request)),
    plainBody: provider.render(other.request),
    plainOutcome: second.type === 'failed' ? second.error.message : second.type,
  })
  const kept = path == null ? {} : { kept: path }
  const side = other.side === undefined ? {} : { image_side: other.side }
  return { response: second, plain: { left_out: other.leftOut, refusal, ...side, ...kept } }
}

function otherRequest(request: ModelRequest, error: AppError, target: TranscriptTarget): OtherRequest | null {
  return withoutLarge(request, error) ?? plainRequest(request, target)
}

/** The request without the pictures that the refusal is about. Null: it is about something else. */
function withoutLarge(request: ModelRequest, { maxImageSide: side }: AppError): OtherRequest | null {
  const smaller = side === undefined ? null : withoutLargePictures(request, side)
  return smaller === null ? null : { request: smaller, leftOut: ['files'], side }
}

interface OtherRequest extends PlainRequest {
  readonly side?: number | undefined
}

function withoutBytes(request: ModelRequest): ModelRequest {
  const { files: _, ...rest } = request
  return rest
}
