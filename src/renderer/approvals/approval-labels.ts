import type { PendingApproval } from '../../shared/approval.ts'
import { placeSentences } from '../../shared/approval-place.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { RERUN } from '../../shared/rerun.ts'
import { NETWORK_RULES } from '../../shared/sandbox.ts'
import { texts } from '../text/texts.ts'

const { questions, lasting } = texts.approvals

/** Returns the question about a call. */
export function approvalQuestion(approval: PendingApproval): string {
  const { tool, access, effects } = approval
  if (effects !== undefined) return questions.effects
  const place = placeSentences(approval)
    .map((sentence) => ` ${sentence}`)
    .join('')
  switch (access) {
    case 'execute':
      return questions.execute({ tool }) + place
    case 'write':
      return questions.write({ tool }) + place
    case 'read':
      return questions.read({ tool }) + place
    case 'network':
      return tool === NETWORK_RULES ? questions.host : questions.network({ tool })
    case 'budget':
    case 'mail':
    case 'fork':
    case 'trust':
    case 'limit':
      return questions[access]
    case 'question':
      return tool === RERUN ? questions.difference : questions.question
    case 'context':
      return questions.context({ tool })
    default:
      return assertNever(access)
  }
}

/** Describes the calls to which a saved approval without a pattern applies. */
export function everyCall({ tool, access, effects }: PendingApproval): string {
  if (effects !== undefined) return lasting.everyEffect
  if (tool === NETWORK_RULES) return lasting.everyHost
  return access === 'read' || access === 'write' ? lasting.everyInFolder({ tool }) : lasting.every({ tool })
}

/** Returns whether a saved approval without a pattern would apply to this call too. */
export function coversThis({ access, isInFolder, protectedAs }: PendingApproval): boolean {
  return (access !== 'read' && access !== 'write') || (isInFolder && protectedAs === undefined)
}

/** The scopes of a saved approval, with their keys. */
export const LASTING_ANSWERS = [
  { for: 'agent', letter: 'G', label: lasting.scopes.agent },
  { for: 'subtree', letter: 'S', label: lasting.scopes.subtree },
  { for: 'always', letter: 'W', label: lasting.scopes.always },
] as const

export const ALLOW_KEY = 'A'
export const DENY_KEY = 'D'
