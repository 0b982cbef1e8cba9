import { z } from 'zod'
import { defined } from './defined.ts'

/** The properties of an error category (docs/behaviour/errors.md#categories). */
interface ErrorRow {
  /** What happened, as the heading of an error card. */
  readonly title: string
  /** What the user can do. Empty if the message itself says it. */
  readonly advice: string
  /** First sentences of a provider's error. `provider` is its label. */
  readonly message: (provider: string) => string
  /**
   * `attempts` counts the first one; infinite: as long as the waiting has no limit of its own. `firstDelayMs` doubles
   * with each further attempt, up to `longestDelayMs`; 0: at once. Null: no retry.
   */
  readonly retry: {
    readonly attempts: number
    readonly firstDelayMs: number
    readonly longestDelayMs?: number
  } | null
  /** How long a pool skips the member after the error. Null: another member would fail too. */
  readonly poolCooldownMs: number | null
  readonly exitCode: 'usage' | 'turnFailed'
}

const MINUTE_MS = 60_000
/** For failures that last until the user changes something: key, credit, model. */
const LONG_COOLDOWN_MS = 10 * MINUTE_MS
const requestFailed = (provider: string): string => `The request to ${provider} failed.`

const ROWS = {
  AUTH: {
    title: 'The key was not accepted',
    advice: 'Check the key in Settings, then try again.',
    message: (provider) =>
      `${provider} did not accept the credentials. Check the key for ${provider} and its permissions.`,
    retry: null,
    poolCooldownMs: LONG_COOLDOWN_MS,
    exitCode: 'turnFailed',
  },
  RATE_LIMIT: {
    title: 'Too many requests',
    advice: 'Wait a moment and try again, or continue with another model.',
    message: (provider) => `${provider} limits the rate of requests: too many requests or tokens in a short time.`,
    retry: { attempts: 4, firstDelayMs: 1_000 },
    poolCooldownMs: MINUTE_MS,
    exitCode: 'turnFailed',
  },
  INVALID_REQUEST: {
    title: 'The provider refused the request',
    advice: 'Leave the last results out, or try another model. If this happens again, report it with the request id.',
    message: (provider) => `${provider} rejected the request.`,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
  CONTEXT_LENGTH: {
    title: 'The conversation is too long for this model',
    advice: 'Compress it, go back to a mark, or choose a model with a larger context.',
    message: (provider) =>
      `The conversation is too long for this model of ${provider}. Use /compress, /clear, or a model with a larger context.`,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
  /** Files of the conversation exceed a limit of the provider together. Nothing was sent. */
  FILES: {
    title: 'Too many or too large files',
    advice: '',
    message: requestFailed,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
  CONTENT_FILTER: {
    title: 'The provider withheld the answer',
    advice: 'Rephrase the prompt, or ask another model.',
    message: (provider) => `${provider} blocked this by its content policy.`,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
  /** The answer has ended, but it is empty, cut, or its end is not known to be good. */
  INCOMPLETE: {
    title: 'No complete answer',
    advice: 'Try again, or continue with another model.',
    message: (provider) => `${provider} ended without a complete answer.`,
    retry: null,
    poolCooldownMs: MINUTE_MS,
    exitCode: 'turnFailed',
  },
  /** The limit of tool rounds is reached. The turn is paused and can be resumed. */
  TOOL_ROUNDS: {
    title: 'Paused after many rounds of tools',
    advice: '',
    message: requestFailed,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
  /** The model repeats the same calls with the same results. The turn is paused and can be resumed. */
  TOOL_LOOP: {
    title: 'The model repeats itself',
    advice: '',
    message: requestFailed,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
  BILLING: {
    title: 'The account is out of credit',
    advice: 'Check credit and limits in the provider’s console.',
    message: (provider) => `The account at ${provider} is out of credit or quota. Check its plan and billing.`,
    retry: null,
    poolCooldownMs: LONG_COOLDOWN_MS,
    exitCode: 'turnFailed',
  },
  NOT_FOUND: {
    title: 'Unknown model',
    advice: 'Choose another model in the prompt box.',
    message: (provider) => `${provider} does not know this model or address. Check the model's name and the base URL.`,
    retry: null,
    poolCooldownMs: LONG_COOLDOWN_MS,
    exitCode: 'turnFailed',
  },
  SERVER: {
    title: 'Provider error',
    advice: 'Try again in a moment, or continue with another model.',
    message: (provider) => `${provider} reported an internal error.`,
    retry: { attempts: 3, firstDelayMs: 1_000 },
    poolCooldownMs: MINUTE_MS,
    exitCode: 'turnFailed',
  },
  OVERLOADED: {
    title: 'The provider is overloaded',
    advice: 'Try again in a moment, or continue with another model.',
    message: (provider) => `${provider} is overloaded at the moment.`,
    retry: { attempts: 4, firstDelayMs: 1_000 },
    poolCooldownMs: MINUTE_MS,
    exitCode: 'turnFailed',
  },
  /** The server answers, but is not ready yet. It is waited for. */
  LOADING: {
    title: 'The model is being loaded',
    advice: 'Wait until the server is ready, then try again.',
    message: (provider) => `${provider} is not ready yet: it loads the model, or is starting.`,
    retry: { attempts: Number.POSITIVE_INFINITY, firstDelayMs: 1_000, longestDelayMs: 5_000 },
    poolCooldownMs: MINUTE_MS,
    exitCode: 'turnFailed',
  },
  TIMEOUT: {
    title: 'No response',
    advice: 'Check the network, then try again.',
    message: (provider) => `${provider} did not answer in time.`,
    retry: { attempts: 2, firstDelayMs: 0 },
    poolCooldownMs: MINUTE_MS,
    exitCode: 'turnFailed',
  },
  UNKNOWN: {
    title: 'The request failed',
    advice: 'Try again, or continue with another model.',
    message: requestFailed,
    retry: null,
    poolCooldownMs: MINUTE_MS,
    exitCode: 'turnFailed',
  },
  /** The database is unreachable, or its disk is full. */
  STORAGE: {
    title: 'Could not save',
    advice: 'Nothing was sent. The state of the database is shown below the tree.',
    message: requestFailed,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
  /** Files are not as they are expected to be. Nothing was written. */
  CONFLICT: {
    title: 'Files have changed since',
    advice: '',
    message: requestFailed,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
  /** A command or prompt that is not possible at the moment. Nothing was changed. */
  REFUSED: {
    title: 'Not available',
    advice: '',
    message: requestFailed,
    retry: null,
    poolCooldownMs: null,
    exitCode: 'usage',
  },
} satisfies Readonly<Record<string, ErrorRow>>

export type ErrorCategory = keyof typeof ROWS

/** One row per category. */
export const ERRORS: Readonly<Record<ErrorCategory, ErrorRow>> = ROWS

export const ERROR_CATEGORIES: readonly ErrorCategory[] = Object.keys(ROWS).filter(isErrorCategory)

function isErrorCategory(text: string): text is ErrorCategory {
  return Object.hasOwn(ROWS, text)
}

export const errorCategorySchema = z.enum(ERROR_CATEGORIES)

/** A file whose change was not taken back, because others changed the same lines. */
const fileConflictSchema = z.object({
  path: z.string(),
  /** `between`: between changes of the agent; `since`: after the last one. */
  when: z.enum(['between', 'since']),
  /** The agent that changed it; null: the user or another program. */
  agent: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
})
export type FileConflict = Readonly<z.infer<typeof fileConflictSchema>>

/** An expected failure as plain data, used by providers, engine, hosts, window and log. */
export const appErrorSchema = z.object({
  category: errorCategorySchema,
  /** What happened, then what to do. Never contains a key. */
  message: z.string(),
  httpStatus: z.number().int().optional(),
  /** The provider's own code or type, unchanged: `overloaded_error`, `insufficient_quota`, `RESOURCE_EXHAUSTED`. */
  providerCode: z.string().optional(),
  /** The longest side of a picture that the provider takes in this request, pixels, if a picture was refused. */
  maxImageSide: z.number().int().positive().optional(),
  /** Files that are not as they are expected to be. Missing: there are none. */
  conflicts: z.array(fileConflictSchema).readonly().optional(),
  retryable: z.boolean(),
  /** How long to wait according to the provider, ms. */
  retryAfterMs: z.number().int().nonnegative().optional(),
  /** For how long a server that is not ready yet is waited for in all, ms. Missing: a minute. */
  waitLimitMs: z.number().int().nonnegative().optional(),
  /** The provider's request id, for its support. */
  requestId: z.string().optional(),
})
export type AppError = Readonly<z.infer<typeof appErrorSchema>>

/** Returns the error for a request of the user that was refused. Nothing was changed. */
export function refused(message: string): AppError {
  return { category: 'REFUSED', message, retryable: false }
}

/** Returns the error for files that have changed since. Nothing was written. */
export function conflicting(message: string, conflicts?: readonly FileConflict[]): AppError {
  return { category: 'CONFLICT', message, retryable: false, ...defined({ conflicts }) }
}
