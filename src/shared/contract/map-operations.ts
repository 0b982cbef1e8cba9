import {
  type AnySchema,
  type ContractProcedure,
  type ErrorMap,
  getEventIteratorSchemaDetails,
  type Meta,
} from '@orpc/contract'

import { contract } from '../contract.ts'

/** Something for each operation of the contract, by group and name. */
export type OperationTable<T> = Readonly<Record<string, Readonly<Record<string, T>>>>

type Procedure = ContractProcedure<AnySchema, AnySchema, ErrorMap, Meta>

/** One operation of the contract. */
export interface ContractOperation {
  readonly group: string
  readonly name: string
  readonly procedure: Procedure
  /** Whether it yields batches until the caller stops it; otherwise it answers once. */
  readonly isFeed: boolean
}

const PROCEDURES: OperationTable<Procedure> = contract

/** Returns what `change` makes of each operation of the contract. */
export function mapOperations<T>(change: (operation: ContractOperation) => T): OperationTable<T> {
  return Object.fromEntries(
    Object.entries(PROCEDURES).map(([group, procedures]) => [
      group,
      Object.fromEntries(
        Object.entries(procedures).map(([name, procedure]) => {
          const isFeed = getEventIteratorSchemaDetails(procedure['~orpc'].outputSchema) !== undefined
          return [name, change({ group, name, procedure, isFeed })]
        }),
      ),
    ]),
  )
}

/** Returns whether `holds` is true of each operation of the contract. */
export function everyOperation(holds: (operation: ContractOperation) => boolean): boolean {
  return Object.values(mapOperations(holds)).every((operations) => Object.values(operations).every(Boolean))
}
