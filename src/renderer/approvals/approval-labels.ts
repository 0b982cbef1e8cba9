import type { PendingApproval } from '../../shared/approval.ts'
import { placeSentences } from '../../shared/approval-place.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { NETWORK_RULES } from '../../shared/sandbox.ts'

/** Returns the question about a call. */
export function approvalQuestion(approval: PendingApproval): string {
  const { tool, access } = approval
  const place = placeSentences(approval)
    .map((sentence) => ` ${sentence}`)
    .join('')
  switch (access) {
    case 'execute':
      return `May ${tool} run this?${place}`
    case 'write':
      return `May ${tool} change this file?${place}`
    case 'read':
      return `May ${tool} read this?${place}`
    case 'network':
      return tool === NETWORK_RULES
        ? 'May the command connect to this host? It runs inside the sandbox.'
        : `May ${tool} fetch this from the network?`
    case 'budget':
      return 'The budget does not allow the next request. Allow more?'
    case 'mail':
      return 'May this agent send mail to an agent that is neither its ancestor nor its descendant? The mail is held until you answer.'
    case 'trust':
      return 'Do you trust this folder? Its instruction files are loaded for every agent that works here, and reading here needs no approval.'
    case 'question':
      return 'The agent asks:'
    case 'limit':
      return 'The limit on new agents is reached. Allow as many again?'
    case 'context':
      return `May ${tool} act on the tree of agents?`
    default:
      return assertNever(access)
  }
}

/** Describes the calls to which a saved approval without a pattern applies. */
export function everyCall({ tool, access }: PendingApproval): string {
  if (tool === NETWORK_RULES) return 'every host'
  return access === 'read' || access === 'write' ? `every ${tool} in its folder` : `every ${tool}`
}

/** Returns whether a saved approval without a pattern would apply to this call too. */
export function coversThis({ access, isInFolder, protectedAs }: PendingApproval): boolean {
  return (access !== 'read' && access !== 'write') || (isInFolder && protectedAs === undefined)
}

/** The scopes of a saved approval, with their keys. */
export const LASTING_ANSWERS = [
  { for: 'agent', letter: 'G', label: 'This agent' },
  { for: 'subtree', letter: 'S', label: 'Its subtree' },
  { for: 'always', letter: 'W', label: 'Always' },
] as const

export const ALLOW_KEY = 'A'
export const DENY_KEY = 'D'
