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
import type { ServerLogin } from './oauth/server-login.ts'

interface ToolCall {
  readonly client: Client
  readonly login: ServerLogin | null
  /** The tool's name at the server. */
  readonly name: string
  readonly args: JsonObject
  readonly signal: AbortSignal
  /** How long the server may send nothing, ms. */
  readonly timeoutMs: number
  /** Receives progress. */
  readonly show: (text: string) => void
}

const MAX_CALL_MS = 3_600_000

/** Calls a tool of a server. Rejects with the reason if there is no result; a connection that failed is closed. */
export async function callTool({ client, login, name, args, show, ...call }: ToolCall): Promise<CallToolResult> {
  try {
    return await client.callTool(
      { name, arguments: { ...args }, _meta: { [LOG_LEVEL_META_KEY]: 'info' } },
      {
        signal: call.signal,
        onprogress: (progress) => show(progressText(progress)),
        timeout: call.timeoutMs,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: MAX_CALL_MS,
      },
    )
  } catch (error) {
    if (error instanceof InsufficientScopeError && login !== null)
      throw new Error(await login.needsMore(error), { cause: error })
    const isAnswer = error instanceof ProtocolError
    const isSlow = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout
    // The connection itself failed, which is not detected elsewhere over HTTP.
    if (!isAnswer && !isSlow && !call.signal.aborted) await client.close().catch(() => undefined)
    throw error
  }
}

function progressText({ progress, total, message }: Progress): string {
  const counted = total === undefined ? `${progress}` : `${progress}/${total}`
  return message === undefined ? counted : `${counted} ${message}`
}
