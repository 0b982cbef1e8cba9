import type { TokenScope } from '../../../shared/api-token.ts'
import { contract } from '../../../shared/contract.ts'
import type { OperationAccess } from '../../../shared/contract/operation.ts'

type Table<T> = Readonly<Record<string, T>>

/** The operations of the contract by group and name. One whose access is not decided does not compile. */
const OPERATIONS: Table<Table<{ readonly '~orpc': { readonly meta: { readonly access: OperationAccess } } }>> = contract

/** Returns the access of an operation by its path in the contract; an unknown one is not part of the API. */
export function accessOf([group = '', name = '']: readonly string[]): OperationAccess {
  return own(own(OPERATIONS, group) ?? {}, name)?.['~orpc'].meta.access ?? 'none'
}

function own<T>(table: Table<T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

const RANK = { read: 0, standard: 1, full: 2, none: Infinity } as const

/** Whether a token with the scope may carry out an operation. */
export function permits(scope: TokenScope, needed: OperationAccess): boolean {
  return RANK[scope] >= RANK[needed]
}
