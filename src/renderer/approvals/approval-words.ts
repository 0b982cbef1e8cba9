import type { PendingApproval } from '../../shared/approval.ts'
import { assertNever } from '../../shared/assert-never.ts'

/** What a person is asked about a call. */
export function approvalQuestion({ tool, access, isInFolder }: PendingApproval): string {
  const outside = isInFolder ? '' : ' It lies outside the agent’s folder.'
  switch (access) {
    case 'execute':
      return `May ${tool} run this?`
    case 'write':
      return `May ${tool} change this file?${outside}`
    case 'read':
      return `May ${tool} read this?${outside}`
    case 'network':
      return `May ${tool} fetch this from the network?`
    case 'budget':
      return 'The budget is used up. May the agent use as much again?'
    case 'mail':
      return 'May this agent write to an agent that is neither above nor below it? Its mail is held until you answer.'
    case 'context':
      return `May ${tool} act on the tree of agents?`
    default:
      return assertNever(access)
  }
}

/** For how long an answer holds, with the letter that gives it. */
export const LASTING_ANSWERS = [
  { for: 'agent', letter: 'G', label: 'This agent' },
  { for: 'subtree', letter: 'S', label: 'Its subtree' },
  { for: 'always', letter: 'W', label: 'Always' },
] as const

export const ALLOW_LETTER = 'A'
export const DENY_LETTER = 'D'
