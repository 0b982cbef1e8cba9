import type {
  PermissionOption,
  RequestPermissionOutcome,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk/unstable'

import { type ApprovalAnswer, type PendingApproval, questionId } from '../../../shared/approval.ts'
import { effectLines } from '../../../shared/command-effects.ts'
import { placeSentences } from '../../../shared/approval-place.ts'
import { sandboxText } from '../../../shared/sandbox.ts'
import { linkText } from '../../../shared/tool-link.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import { callTitle, previewDiffs, textContent, toolKind } from './shown-call.ts'
import { defined } from '../../../shared/defined.ts'

/** An answer that an editor can offer. */
export interface Offer extends PermissionOption {
  readonly answer: ApprovalAnswer
}

const REFUSE: ApprovalAnswer = { type: 'deny' }

/** Returns the answers to a question, each with what it means; empty: it cannot be asked in this way. */
export function permissionOffers(approval: PendingApproval): readonly Offer[] {
  const { access, choices = [], extension } = approval
  switch (access) {
    case 'question':
      return choices.length === 0 ? [] : [...choices.map(choiceOffer), refusal('Decline')]
    case 'trust':
      return [once('Trust this folder'), refusal('Do not trust')]
    case 'budget':
    case 'limit':
      return [
        once(extension === undefined ? 'Allow without a known price' : `Allow ${extension} more`),
        refusal('Stop'),
      ]
    default:
      return approval.effects === undefined
        ? [once('Allow once'), ...lasting(approval), refusal('Deny')]
        : [once('Apply'), ...lastingEffects(approval), refusal('Drop')]
  }
}

function once(name: string): Offer {
  return { optionId: 'allow_once', name, kind: 'allow_once', answer: { type: 'allow_once' } }
}

function refusal(name: string): Offer {
  return { optionId: 'deny', name, kind: 'reject_once', answer: REFUSE }
}

function choiceOffer(choice: string, index: number): Offer {
  const answer: ApprovalAnswer = { type: 'reply', choices: [choice], text: '' }
  return { optionId: `choice_${index}`, name: choice, kind: 'allow_once', answer }
}

/** Longest pattern that is offered, UTF-16 units: nobody should allow what is not shown whole. */
const MAX_PATTERN = 120

/**
 * A saved approval for this agent: of exactly this, and of the widest pattern. What is protected, or asked by a hook, is
 * asked each time.
 */
function lasting({ patterns, protectedAs, askedByHook, access }: PendingApproval): readonly Offer[] {
  if (protectedAs !== undefined || askedByHook !== undefined) return []
  const [exact, ...wider] = patterns
  const widest = wider.findLast((pattern) => pattern.length <= MAX_PATTERN)
  const shown = (pattern: string): string => `Always allow in this session: ${visibleText(pattern)}`
  return [
    ...(exact === undefined || access === 'mail'
      ? []
      : [always(0, exact, 'Always allow exactly this in this session')]),
    ...(widest === undefined ? [] : [always(1, widest, shown(widest))]),
  ]
}

/** A saved approval for this agent of what later commands change in the same folder. */
function lastingEffects({ patterns, protectedAs }: PendingApproval): readonly Offer[] {
  const widest = patterns.findLast((pattern) => pattern.length <= MAX_PATTERN)
  if (protectedAs !== undefined || widest === undefined) return []
  return [always(1, widest, `Always apply changes in this session: ${visibleText(widest)}`)]
}

function always(index: number, pattern: string, name: string): Offer {
  const answer: ApprovalAnswer = { type: 'allow', for: 'agent', pattern }
  return { optionId: `allow_pattern_${index}`, name, kind: 'allow_always', answer }
}

/** Returns what an editor's outcome means: only what was offered allows anything. */
export function permissionAnswer(offers: readonly Offer[], outcome: RequestPermissionOutcome): ApprovalAnswer {
  if (outcome.outcome !== 'selected') return REFUSE
  return offers.find(({ optionId }) => optionId === outcome.optionId)?.answer ?? REFUSE
}

/** Describes what is asked about. `agent`: the name of a descendant that asks; null: the session's own agent. */
export function askedCall(approval: PendingApproval, agent: string | null): ToolCallUpdate {
  const { id, tool, subject, access } = approval
  const title =
    access === 'question'
      ? subject
      : access === 'trust'
        ? callTitle('Trust this folder', subject)
        : callTitle(tool, subject)
  return {
    toolCallId: agent === null ? (callOf(approval) ?? id) : id,
    title: agent === null ? title : `${agent}: ${title}`,
    name: tool,
    kind: toolKind(tool),
    status: 'pending',
    content: askedContent(approval),
    ...defined({ locations: locationsOf(approval) }),
  }
}

function locationsOf({ access, subject, effects }: PendingApproval): ToolCallUpdate['locations'] {
  if (effects !== undefined) return effects.listed.map(({ path }) => ({ path: `${effects.folder}/${path}` }))
  return access === 'read' || access === 'write' ? [{ path: subject }] : undefined
}

/** Returns the call that the session shows and that the question holds back; null: there is none. */
function callOf({ id, agentId, callId }: PendingApproval): string | null {
  return callId !== undefined && id === questionId(agentId, callId) ? callId : null
}

function askedContent(approval: PendingApproval): ToolCallContent[] {
  const { subject, preview, definitionChange, effects } = approval
  const diffs = preview === undefined ? [] : (previewDiffs(preview) ?? textContent(preview))
  return [
    ...textContent([subject, ...facts(approval)].join('\n')),
    ...textContent(effects === undefined ? '' : effectLines(effects).join('\n')),
    ...diffs,
    ...textContent(definitionChange === undefined ? '' : `The tool was changed by its server:\n${definitionChange}`),
  ]
}

/** What a user should know before the answer. */
function facts(approval: PendingApproval): readonly string[] {
  const { askedByHook, link, sandbox } = approval
  return [
    ...placeSentences(approval),
    ...(askedByHook === undefined ? [] : [askedByHook]),
    ...(link === undefined ? [] : [linkText(link, null)]),
    ...(sandbox === undefined ? [] : [sandboxText(sandbox)]),
  ]
}
