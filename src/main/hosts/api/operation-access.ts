import type { TokenScope } from '../../../shared/api-token.ts'
import type { OperationAccess } from '../../../shared/contract/protection-types.ts'
import { protectionOf } from '../../../shared/contract/protections.ts'

/** Returns the access of an operation by its path in the contract; an unknown one is not part of the API. */
export function accessOf(path: readonly string[]): OperationAccess {
  return path.length === 2 ? (protectionOf(path.join('.'))?.access ?? 'none') : 'none'
}

const RANK = { read: 0, standard: 1, full: 2, none: Infinity } as const

/** Whether a token with the scope may carry out an operation. */
export function permits(scope: TokenScope, needed: OperationAccess): boolean {
  return RANK[scope] >= RANK[needed]
}
