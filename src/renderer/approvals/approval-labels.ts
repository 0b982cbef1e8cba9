import type { PendingApproval } from '../../shared/approval.ts'
import { placeSentences } from '../../shared/approval-place.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { RERUN } from '../../shared/rerun.ts'
import { NETWORK_RULES } from '../../shared/sandbox.ts'
import { texts } from '../text/texts.ts'

const { questions, lasting } = texts.approvals

/** Questions about tools whose names say no more than the question, each for what the tool is for. */
const BUILT_IN: ReadonlyMap<string, { readonly access: PendingApproval['access']; readonly question: string }> =
  new Map([
    ['bash', { access: 'execute', question: questions.run }],
    ['file_write', { access: 'write', question: questions.change }],
    ['file_edit', { access: 'write', question: questions.change }],
    ['file_read', { access: 'read', question: questions.readFile }],
    ['web_fetch', { access: 'network', question: questions.fetch }],
  ])

/** Returns the question about a call. */
export function approvalQuestion(approval: PendingApproval): string {
  const { tool, access, effects, isNewFile } = approval
  if (effects !== undefined) return questions.effects
  const place = placeSentences(approval)
    .map((sentence) => ` ${sentence}`)
    .join('')
  const builtIn = BUILT_IN.get(tool)
  if (builtIn?.access === access) return (isNewFile === true ? questions.create : builtIn.question) + place
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
