import { z } from 'zod'

import { attachmentRefSchema, attachmentSchema, MAX_ATTACHMENTS } from '../attachment.ts'
import { PROVIDER_NAMES } from '../providers.ts'

export const agentId = z.uuid()
export const eventId = z.number().int().nonnegative()
export const provider = z.enum(PROVIDER_NAMES)
export const promptId = z.uuid()

/** Maximum length of a prompt, which may contain large pasted texts. UTF-16 units. */
export const MAX_PROMPT_LENGTH = 20_000_000
export const promptText = z.string().max(MAX_PROMPT_LENGTH)

/** Stored files of a prompt, in its order. */
export const attachmentRefs = z.array(attachmentRefSchema).max(MAX_ATTACHMENTS).readonly()
/** The same with their facts, as they are displayed. */
export const attachmentList = z.array(attachmentSchema).max(MAX_ATTACHMENTS).readonly()
