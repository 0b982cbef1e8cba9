import { z } from 'zod'

import { PROVIDER_NAMES } from '../providers.ts'

export const agentId = z.uuid()
export const eventId = z.number().int().nonnegative()
export const provider = z.enum(PROVIDER_NAMES)
export const promptId = z.uuid()

/** Maximum length of a prompt, which may contain large pasted texts. UTF-16 units. */
export const MAX_PROMPT_LENGTH = 20_000_000
export const promptText = z.string().max(MAX_PROMPT_LENGTH)
