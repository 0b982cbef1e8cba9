import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'

import { errorMessage } from '../../../../shared/result.ts'
import { startFailure } from '../../start-process.ts'

/**
 * Says why a connection could not be opened. `words`: the arguments of its program; `told`: what that wrote to stderr.
 * Both may be empty.
 */
export function connectionProblem(error: unknown, words: readonly string[], told: string): string {
  return [reasonOf(error, words), told].filter((part) => part !== '').join(': ')
}

function reasonOf(error: unknown, words: readonly string[]): string {
  const failure = startFailure(error, words)
  if (failure.reason !== 'other') return `it was not started: ${failure.message}`
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.ConnectionClosed) return 'it ended before it answered'
    if (error.code === SdkErrorCode.RequestTimeout) return 'it did not answer in time'
    if (error.code === SdkErrorCode.InvalidResult) return 'its first answer does not follow the protocol'
  }
  const message = errorMessage(error)
  // A list of what a validator found is no sentence.
  return /^\s*[[{]/.test(message) ? 'its first answer does not follow the protocol' : message
}
