import { type ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { z } from 'zod'

import { errorMessage } from '../../../../shared/result.ts'
import type { ServerAnswer } from '../../../../shared/server-question.ts'
import { type QuestionParams, questionSchema } from './ask-for-server.ts'

/** More than anybody would open for one call. */
const MAX_PAGES = 5

const neededSchema = z.object({ elicitations: z.array(questionSchema).min(1).max(MAX_PAGES) })

/**
 * Asks the user to open the pages without which a server does not run a call (error -32042), one after the other until
 * one is not opened. Returns what the model gets as the call's failure; null: the error is about something else.
 */
export async function pagesNeeded(
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
    if (answer.action !== 'accept') return 'It needs a page to be opened, and the person did not open it.'
  }
  return 'The person opened the page that it needs. Call it again when they have finished there.'
}
