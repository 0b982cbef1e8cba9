import { z } from 'zod'

import type { ApprovalAnswer, PendingApproval } from '../../../shared/approval.ts'

/** What an editor is asked with a form, without the session. */
export interface EditorForm {
  readonly mode: 'form'
  readonly message: string
  readonly requestedSchema: object
}

/** Returns the form for a model's question without choices; null: it is asked in another way. `agent`: as in a permission. */
export function editorForm(
  { access, subject, choices = [], serverQuestion }: PendingApproval,
  agent: string | null,
): EditorForm | null {
  if (access !== 'question' || choices.length > 0 || serverQuestion !== undefined) return null
  return {
    mode: 'form',
    message: agent === null ? subject : `${agent}: ${subject}`,
    requestedSchema: {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer' } },
      required: ['answer'],
    },
  }
}

const filledSchema = z.object({ action: z.literal('accept'), content: z.object({ answer: z.string().max(100_000) }) })

/** Returns what a user answered: only a form that was sent back with a text answers anything. */
export function formAnswer(given: unknown): ApprovalAnswer {
  const { data } = filledSchema.safeParse(given)
  if (data === undefined) return { type: 'deny', reason: 'The user did not answer the question.' }
  return { type: 'reply', choices: [], text: data.content.answer }
}
