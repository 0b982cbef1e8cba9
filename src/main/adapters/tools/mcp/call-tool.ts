import {
  type CallToolResult,
  type Client,
  InsufficientScopeError,
  LOG_LEVEL_META_KEY,
  type Progress,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client'
import { z } from 'zod'

import type { JsonObject } from '../../../../shared/json.ts'
import type { ServerAnswer } from '../../../../shared/server-question.ts'
import { type QuestionParams, questionSchema } from './ask-for-server.ts'
import { isSessionEnd, requestProblem, SessionEnd } from './request-problem.ts'
import type { ServerLogin } from './oauth/server-login.ts'
import type { ServerCall } from './running-calls.ts'
import { errorMessage } from '../../../../shared/result.ts'

interface ToolCall {
  readonly client: Client
  readonly login: ServerLogin | null
  /** The tool's name at the server. */
  readonly name: string
  readonly args: JsonObject
  readonly call: ServerCall
  /** Asks the user what the server asks. Rejects with the reason if that must not be asked. */
  readonly ask: (question: QuestionParams) => Promise<ServerAnswer>
}

/** Of the SDK, ms; the time is limited by `CallLimits`. */
const NO_TIMEOUT_MS = 2_147_483_647

/** What a server sends that cannot be used. The connection is as good as before. */
const BAD_ANSWERS: readonly string[] = [
  SdkErrorCode.RequestTimeout,
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.CapabilityNotSupported,
  SdkErrorCode.InputRequiredRoundsExceeded,
]

/**
 * Calls a tool of a server. Rejects with the reason if there is no result, with `SessionEnd` if the server did not run it
 * because the session has ended; another connection that failed is closed.
 */
export async function callTool({ client, login, name, args, call, ask }: ToolCall): Promise<CallToolResult> {
  try {
    return await client.callTool(
      { name, arguments: { ...args }, _meta: { [LOG_LEVEL_META_KEY]: 'info' } },
      {
        signal: AbortSignal.any([call.signal, call.limits.signal]),
        onprogress: (progress) => {
          call.limits.heard()
          call.show(progressText(progress))
        },
        timeout: NO_TIMEOUT_MS,
      },
    )
  } catch (error) {
    if (error instanceof InsufficientScopeError && login !== null)
      throw new Error(await login.needsMore(error), { cause: error })
    if (isSessionEnd(error, client)) throw new SessionEnd(requestProblem(error), { cause: error })
    const isAnswer = error instanceof ProtocolError
    const needed = isAnswer ? await pagesNeeded(error, ask) : null
    if (needed !== null) throw new Error(needed, { cause: error })
    const isBad = error instanceof SdkError && BAD_ANSWERS.includes(error.code)
    // The connection itself failed, which is not detected elsewhere over HTTP.
    if (!isAnswer && !isBad && !call.signal.aborted) await client.close().catch(() => undefined)
    throw new Error(requestProblem(error), { cause: error })
  }
}

function progressText({ progress, total, message }: Progress): string {
  const counted = total === undefined ? `${progress}` : `${progress}/${total}`
  return message === undefined ? counted : `${counted} ${message}`
}

/** More than anybody would open for one call. */
const MAX_PAGES = 5

const neededSchema = z.object({ elicitations: z.array(questionSchema).min(1).max(MAX_PAGES) })

/**
 * Asks the user to open the pages without which a server does not run a call (error -32042), one after the other until
 * one is not opened. Returns what the model gets as the call's failure; null: the error is about something else.
 */
async function pagesNeeded(
  { code, data }: ProtocolError,
  ask: (question: QuestionParams) => Promise<ServerAnswer>,
): Promise<string | null> {
  if (code !== ProtocolErrorCode.UrlElicitationRequired) return null
  const needed = neededSchema.safeParse(data)
  const pages = needed.data?.elicitations.filter(({ mode }) => mode === 'url') ?? []
  if (pages.length === 0) return 'It needs a page to be opened, but its error names none that can be shown.'
  for (const page of pages) {
    const answer = await ask(page).catch((error: unknown) => errorMessage(error))
    if (typeof answer === 'string') return `It needs a page to be opened. ${answer}`
    if (answer.action !== 'accept') return 'It needs a page to be opened, and the user did not open it.'
  }
  return 'The user opened the page that it needs. Call it again when they have finished there.'
}
