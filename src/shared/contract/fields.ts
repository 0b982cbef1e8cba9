import { z } from 'zod'

import { attachmentRefSchema, attachmentSchema, MAX_ATTACHMENTS } from '../attachment.ts'
import { MAX_COMPARED } from '../comparison-size.ts'
import { ANSWERING, PROVIDER_NAMES } from '../providers.ts'

export const agentId = z.uuid()
export const eventId = z.number().int().nonnegative()
export const provider = z.enum(ANSWERING)
export const apiProvider = z.enum(PROVIDER_NAMES)
export const promptId = z.uuid()

/** Maximum length of a prompt, which may contain large pasted texts. UTF-16 units. */
export const MAX_PROMPT_LENGTH = 20_000_000
export const promptText = z.string().max(MAX_PROMPT_LENGTH)

/** An answer by the events that it consists of. */
export const answerSource = z.object({
  agent: agentId,
  events: z.array(eventId).min(1).max(1_000).readonly(),
  model: z.string().max(300).optional(),
  letter: z
    .string()
    .regex(/^[A-H]$/)
    .optional(),
})
export const answerSources = z.array(answerSource).min(1).max(MAX_COMPARED).readonly()

/** Stored files of a prompt, in its order. */
export const attachmentRefs = z.array(attachmentRefSchema).max(MAX_ATTACHMENTS).readonly()
/** Stored files with their facts, as they are displayed. */
export const attachmentList = z.array(attachmentSchema).max(MAX_ATTACHMENTS).readonly()
