import type { ErrorCategory } from '../../shared/app-error.ts'

/** A failure in plain words: what it is called, and what a person can do. */
export interface ErrorAdvice {
  readonly title: string
  readonly advice: string
}

/** One entry per category (docs/behaviour/errors.md#categories). */
export const ERROR_ADVICE: Readonly<Record<ErrorCategory, ErrorAdvice>> = {
  AUTH: { title: 'The key was not accepted', advice: 'Check the key in Settings, then try again.' },
  RATE_LIMIT: {
    title: 'Too many requests',
    advice: 'Wait a little and try again, or go on with another model.',
  },
  INVALID_REQUEST: {
    title: 'The provider refused the request',
    advice: 'Another model may take it. If it stays, this is worth a report with the request id.',
  },
  CONTEXT_LENGTH: {
    title: 'The conversation is too long for this model',
    advice: 'Compress it, go back to a mark, or choose a model with a larger context.',
  },
  CONTENT_FILTER: {
    title: 'The provider withheld the answer',
    advice: 'Put the prompt differently, or ask another model.',
  },
  BILLING: { title: 'The account can’t pay for this', advice: 'Look at credit and limits in the provider’s console.' },
  NOT_FOUND: { title: 'The provider doesn’t know this model', advice: 'Choose another one in the head of this pane.' },
  SERVER: {
    title: 'The provider has a fault',
    advice: 'Try again in a moment, or go on with another model.',
  },
  OVERLOADED: {
    title: 'The provider is overloaded',
    advice: 'Try again in a moment, or go on with another model.',
  },
  TIMEOUT: { title: 'No answer came', advice: 'Check the network, then try again.' },
  UNKNOWN: { title: 'The request failed', advice: 'Try again, or go on with another model.' },
  STORAGE: {
    title: 'The database did not take it',
    advice: 'Nothing was sent. The status bar says how the database is.',
  },
  REFUSED: { title: 'Not possible now', advice: '' },
}
