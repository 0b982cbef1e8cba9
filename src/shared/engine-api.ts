import type { AnySchema, ContractProcedure, ErrorMap, InferSchemaOutput, Meta } from '@orpc/contract'

import type { Contract, HostGroup } from './contract.ts'

type Groups = Omit<Contract, HostGroup>

/** The input of an operation after validation against the contract; unknown if it has none. */
export type OperationInput<Procedure> =
  Procedure extends ContractProcedure<infer Schema, AnySchema, ErrorMap, Meta> ? InferSchemaOutput<Schema> : never
type Output<Procedure> =
  Procedure extends ContractProcedure<AnySchema, infer Schema, ErrorMap, Meta> ? InferSchemaOutput<Schema> : never

// The brackets prevent distribution over a union.
type Operation<Request, Answer> = [Answer] extends [AsyncIterable<infer Batch>]
  ? (input: Request, signal: AbortSignal) => AsyncIterable<Batch>
  : unknown extends Request
    ? (input?: unknown, signal?: AbortSignal) => Promise<Answer>
    : (input: Request, signal?: AbortSignal) => Promise<Answer>

/**
 * The contract's operations as functions. Inputs must be valid: a host validates them against the contract; callers in
 * the same process are checked by the compiler. An expected failure is a value; a rejected promise is a bug. A feed
 * yields batches of what happened since the last one, ends when the signal aborts or the engine closes, and uses
 * bounded memory: a subscriber that falls behind receives a snapshot.
 */
export type EngineApi = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: Operation<OperationInput<Groups[Group][Name]>, Output<Groups[Group][Name]>>
  }
}

export type CreateRequest = OperationInput<Contract['agents']['create']>
export type AskRequest = OperationInput<Contract['agents']['ask']>
export type SubmitRequest = OperationInput<Contract['agents']['submit']>
export type ForkRequest = OperationInput<Contract['agents']['fork']>
export type SearchRequest = OperationInput<Contract['log']['search']>
