import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { z } from 'zod'

import { ok, refuse, type Result } from '../../../../shared/result.ts'
import type { ServerAnswer } from '../../../../shared/server-question.ts'
import type { AskedByServer } from '../../../core/ports/tool-ports.ts'
import type { PatternThread } from '../foreign-patterns/pattern-thread.ts'
import { questionForm } from './question-form.ts'
import type { RunningCalls } from './running-calls.ts'

/** Longest text of a question and longest address, UTF-16 units. */
const MAX_MESSAGE = 20_000
const MAX_ADDRESS = 8_000

/** The parameters of `elicitation/create`. The form is checked when it is read. */
export const questionSchema = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('form').default('form'),
    message: z.string().max(MAX_MESSAGE),
    requestedSchema: z.unknown(),
  }),
  z.object({ mode: z.literal('url'), message: z.string().max(MAX_MESSAGE), url: z.string().max(MAX_ADDRESS) }),
])
export type QuestionParams = z.infer<typeof questionSchema>

interface Asking {
  readonly server: string
  readonly calls: RunningCalls
  readonly patterns: PatternThread
}

/**
 * Asks the user what a server asks, as a question of the call that it belongs to. Rejects with the reason if that must
 * not be asked.
 */
export async function askForServer(
  params: QuestionParams,
  signal: AbortSignal,
  { server, calls, patterns }: Asking,
): Promise<ServerAnswer> {
  const asking = calls.asking()
  if (asking === null) throw rejected('No call of this client runs, so nobody is asked.')
  const { call, tool } = asking
  const asked = askedBy(params, { server, tool }, patterns)
  if (!asked.ok) {
    call.show(`refused: ${asked.error.message}`)
    throw rejected(asked.error.message)
  }
  const answer = await call.limits.hold(() => call.ask(asked.value, AbortSignal.any([signal, call.signal])))
  call.show(`${params.message}: ${answer.action}`)
  return answer
}

function rejected(reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, reason)
}

/** Refused with the reason: it must not be asked. */
function askedBy(
  params: QuestionParams,
  names: { readonly server: string; readonly tool: string },
  patterns: PatternThread,
): Result<AskedByServer> {
  const { message } = params
  if (params.mode === 'url') {
    const url = webPage(params.url)
    if (url === null) return refuse('The address is not a web page, or it contains a name or a password.')
    const asks = { type: 'page', url: url.href, host: url.host } as const
    return ok({ question: { ...names, message, asks }, problemsOf: async () => [] })
  }
  const form = questionForm(params.requestedSchema)
  if (!form.ok) return form
  const { fields, patterns: schema } = form.value
  return ok({
    question: { ...names, message, asks: { type: 'form', fields } },
    // A pattern that takes too long is left to the server.
    problemsOf: async (value) =>
      schema === null ? [] : ((await patterns.ask({ type: 'check', schema, value: { ...value } })) ?? []),
  })
}

/** Null: it is no address of a web page, or a name in it could be taken for the host. */
function webPage(address: string): URL | null {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return url.username === '' && url.password === '' ? url : null
}
