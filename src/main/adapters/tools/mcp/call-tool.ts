import {
  type CallToolResult,
  type Client,
  InsufficientScopeError,
  LOG_LEVEL_META_KEY,
  type Progress,
  ProtocolError,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client'

import type { JsonObject } from '../../../../shared/json.ts'
import type { ServerAnswer } from '../../../../shared/server-question.ts'
import type { QuestionParams } from './ask-for-server.ts'
import { isSessionEnd, requestProblem, SessionEnd } from './request-problem.ts'
import type { ServerLogin } from './oauth/server-login.ts'
import { pagesNeeded } from './pages-needed.ts'
import type { ServerCall } from './running-calls.ts'

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
