import type { AgentContext, RequestPermissionOutcome } from '@agentclientprotocol/sdk/unstable'

import { z } from 'zod'

import type { ApprovalAnswer, ApprovalFeedItem, PendingApproval } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Engine } from '../../core/engine.ts'
import { askedCall, permissionAnswer, permissionOffers } from './permission.ts'
import { formAnswer, editorForm } from './editor-form.ts'

export interface AskEditorOptions {
  readonly engine: { readonly approvals: Engine['approvals'] }
  readonly client: { readonly request: AgentContext['request'] }
  /** The session that a question of the agent belongs to; null: none is open. */
  readonly sessionOf: (agentId: AgentId) => { readonly sessionId: AgentId; readonly descendant: string | null } | null
  /** Whether the editor can ask with forms. */
  readonly hasForms: () => boolean
  /** Stops what runs in a session. */
  readonly stop: (sessionId: AgentId) => void
}

/** Asks the editor each question about a call, until the signal aborts. What it cannot be asked is refused. */
export async function askEditor(options: AskEditorOptions, signal: AbortSignal): Promise<void> {
  const open = new Map<string, AbortController>()
  for await (const batch of options.engine.approvals.subscribe(undefined, signal)) {
    for (const item of batch) {
      for (const approval of askedIn(item)) {
        if (open.has(approval.id)) continue
        const settled = new AbortController()
        open.set(approval.id, settled)
        void answer(approval, options, settled.signal).finally(() => open.delete(approval.id))
      }
      if (item.type === 'settled') open.get(item.id)?.abort()
    }
  }
  for (const each of open.values()) each.abort()
}

function askedIn(item: ApprovalFeedItem): readonly PendingApproval[] {
  if (item.type === 'snapshot') return item.pending
  return item.type === 'requested' ? [item.approval] : []
}

async function answer(approval: PendingApproval, options: AskEditorOptions, settled: AbortSignal): Promise<void> {
  const given = await answerOf(approval, options, settled)
  // Refused if it was answered elsewhere in the meantime, which is as good.
  if (!settled.aborted) await options.engine.approvals.answer({ approvalId: approval.id, answer: given })
}

async function answerOf(
  approval: PendingApproval,
  { client, sessionOf, hasForms, stop }: AskEditorOptions,
  settled: AbortSignal,
): Promise<ApprovalAnswer> {
  const place = sessionOf(approval.agentId)
  const offers = permissionOffers(approval)
  if (place === null) return { type: 'deny', reason: 'No session of the editor can be asked about it.' }
  const sending = { cancellationSignal: settled, stopWaitingOnCancel: true } as const
  const form = hasForms() ? editorForm(approval, place.descendant) : null
  if (form !== null) {
    const filled = { sessionId: place.sessionId, ...form }
    return formAnswer(await client.request<unknown>('elicitation/create', filled, sending).catch(() => null))
  }
  if (offers.length === 0) return { type: 'deny', reason: 'The editor can only be asked questions with choices.' }
  const { sessionId, descendant } = place
  const request = {
    sessionId,
    toolCall: askedCall(approval, descendant),
    options: offers.map(({ optionId, name, kind }) => ({ optionId, name, kind })),
  }
  const outcome = await client
    .request<unknown>('session/request_permission', request, sending)
    .then(parseOutcome, () => null)
  if (outcome === null) return { type: 'deny', reason: 'The editor did not answer the question.' }
  if (outcome.outcome === 'cancelled' && !settled.aborted) stop(sessionId)
  return permissionAnswer(offers, outcome)
}

const answerSchema = z.object({
  outcome: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('cancelled') }),
    z.object({ outcome: z.literal('selected'), optionId: z.string() }),
  ]),
})

/** Null: it is no answer. */
function parseOutcome(given: unknown): RequestPermissionOutcome | null {
  const parsed = answerSchema.safeParse(given)
  return parsed.success ? parsed.data.outcome : null
}
