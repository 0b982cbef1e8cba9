import { z } from 'zod'

import type { JsonObject } from '../../shared/json.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { webAddress } from '../parts/safe-link.tsx'

/** A finished call as its app is shown it, and what the app is told about the window. */
export interface AppCall {
  readonly input: JsonObject
  readonly result: {
    readonly content: readonly { readonly type: 'text'; readonly text: string }[]
    readonly structuredContent?: JsonObject
    readonly isError: boolean
  }
  readonly theme: 'light' | 'dark'
  readonly locale: string
}

/** What an app asks the user for. */
export type AppRequest =
  | { readonly type: 'open'; readonly url: string; readonly host: string }
  | { readonly type: 'prompt'; readonly text: string }

export interface AppAsk {
  /** Id of the app's message, for the answer. */
  readonly id: RequestId
  readonly request: AppRequest
}

/** What follows from one message of an app. */
export interface AppStep {
  /** Messages to send to the app. */
  readonly replies: readonly object[]
  /** New height of the frame, CSS pixels; null: unchanged. */
  readonly height: number | null
  readonly ask: AppAsk | null
}

type RequestId = string | number

export const MAX_HEIGHT = 640
const MIN_HEIGHT = 48
/** Longest text that an app may suggest as a prompt, UTF-16 units. */
const MAX_PROMPT = 20_000
const MAX_PARTS = 50
const VERSION = '2026-01-26'
const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602

const NOTHING: AppStep = { replies: [], height: null, ask: null }

const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  /** Missing: a notification. */
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(100),
  params: z.unknown().optional(),
})
const initializeSchema = z.object({ protocolVersion: z.string().max(50) })
const sizeSchema = z.object({ height: z.number() })
const linkSchema = z.object({ url: z.string().max(2_000) })
const textSchema = z.object({ type: z.literal('text'), text: z.string().max(MAX_PROMPT) })
const promptSchema = z.object({
  role: z.literal('user'),
  // Counted before the parts are read.
  content: z.array(z.unknown()).min(1).max(MAX_PARTS).pipe(z.array(textSchema)),
})

/** Decides about a message that an app sent, which may be anything. Messages that are no valid JSON-RPC are ignored. */
export function appStep(data: unknown, call: AppCall): AppStep {
  const message = messageSchema.safeParse(data)
  if (!message.success) return NOTHING
  const { id, method, params } = message.data
  return id === undefined ? notified(method, params, call) : asked(id, method, params, call)
}

function notified(method: string, params: unknown, call: AppCall): AppStep {
  switch (method) {
    case 'ui/notifications/initialized':
      return { ...NOTHING, replies: shownCall(call) }
    case 'ui/notifications/size-changed': {
      const size = sizeSchema.safeParse(params)
      return size.success ? { ...NOTHING, height: boundedHeight(size.data.height) } : NOTHING
    }
    default:
      return NOTHING
  }
}

function asked(id: RequestId, method: string, params: unknown, call: AppCall): AppStep {
  switch (method) {
    case 'ping':
      return replied(resultMessage(id, {}))
    case 'ui/initialize':
      return initializeSchema.safeParse(params).success
        ? replied(resultMessage(id, hostOf(call)))
        : replied(invalid(id, method))
    case 'ui/open-link': {
      const request = linkRequest(params)
      return request === null ? replied(invalid(id, method)) : { ...NOTHING, ask: { id, request } }
    }
    case 'ui/message': {
      const request = promptRequest(params)
      return request === null ? replied(invalid(id, method)) : { ...NOTHING, ask: { id, request } }
    }
    default:
      return replied(errorMessage(id, METHOD_NOT_FOUND, `This host does not allow ${method}.`))
  }
}

/** The answer to what was asked for. */
export function askAnswer({ id }: AppAsk, isAccepted: boolean): object {
  return resultMessage(id, isAccepted ? {} : { isError: true })
}

function linkRequest(params: unknown): AppRequest | null {
  const url = webAddress(linkSchema.safeParse(params).data?.url)
  // A user name makes an address look like another.
  if (url === null || url.username !== '' || url.password !== '') return null
  return { type: 'open', url: url.href, host: url.host }
}

function promptRequest(params: unknown): AppRequest | null {
  const text = promptSchema
    .safeParse(params)
    .data?.content.map((part) => part.text)
    .join('\n\n')
    .trim()
  if (text === undefined || text === '' || text.length > MAX_PROMPT) return null
  return { type: 'prompt', text: visibleText(text, 'shown') }
}

function boundedHeight(height: number): number {
  return Math.round(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, height)))
}

function hostOf({ theme, locale }: AppCall): object {
  return {
    protocolVersion: VERSION,
    hostInfo: { name: 'ikigai', version: '1' },
    hostCapabilities: { openLinks: {}, message: { text: {} } },
    hostContext: {
      theme,
      locale,
      displayMode: 'inline',
      availableDisplayModes: ['inline'],
      containerDimensions: { maxHeight: MAX_HEIGHT },
    },
  }
}

function shownCall({ input, result }: AppCall): readonly object[] {
  return [
    { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: input } },
    { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result },
  ]
}

function replied(reply: object): AppStep {
  return { ...NOTHING, replies: [reply] }
}

function resultMessage(id: RequestId, result: object): object {
  return { jsonrpc: '2.0', id, result }
}

function invalid(id: RequestId, method: string): object {
  return errorMessage(id, INVALID_PARAMS, `This host does not accept these parameters of ${method}.`)
}

function errorMessage(id: RequestId, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
