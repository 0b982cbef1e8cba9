import type { AppError } from './app-error.ts'
import { defined } from './defined.ts'

/** What an `error` event records of its error beside the message. */
interface RecordedErrorData {
  readonly category: AppError['category']
  readonly retryable: boolean
  readonly http_status?: number | undefined
  readonly provider_code?: string | undefined
  readonly request_id?: string | undefined
}

/** Returns the error of a recorded `error` event. `message`: its content. */
export function recordedError(message: string, data: RecordedErrorData): AppError {
  return {
    category: data.category,
    message,
    retryable: data.retryable,
    ...defined({ httpStatus: data.http_status, providerCode: data.provider_code, requestId: data.request_id }),
  }
}
