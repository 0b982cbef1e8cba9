import type { AnySchema, ContractProcedure, ErrorMap, InferSchemaOutput, Meta } from '@orpc/contract'

import type { Contract } from './contract.ts'

/** A confirmation is the host's: the engine knows nothing of it. */
type Groups = Omit<Contract, 'confirmation'>

/** The input of an operation as it is after the check against the contract; unknown: it has none. */
type Input<Procedure> =
  Procedure extends ContractProcedure<infer Schema, AnySchema, ErrorMap, Meta> ? InferSchemaOutput<Schema> : never
type Output<Procedure> =
  Procedure extends ContractProcedure<AnySchema, infer Schema, ErrorMap, Meta> ? InferSchemaOutput<Schema> : never

// The brackets keep a union in one piece.
type Operation<Request, Answer> = [Answer] extends [AsyncIterable<infer Batch>]
  ? (input: Request, signal: AbortSignal) => AsyncIterable<Batch>
  : unknown extends Request
    ? (input?: unknown, signal?: AbortSignal) => Promise<Answer>
    : (input: Request, signal?: AbortSignal) => Promise<Answer>

/**
 * The contract's operations as functions. Inputs are valid: a host checks them against the contract, a caller in the
 * same process has them checked by the compiler. An expected failure is a value; a rejected promise is a bug.
 * A feed yields batches of what happened since the last one, ends when the signal aborts or the engine closes, and holds
 * bounded memory: a subscriber that falls behind gets a snapshot.
 */
export type EngineApi = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: Operation<Input<Groups[Group][Name]>, Output<Groups[Group][Name]>>
  }
}

export type CreateRequest = Input<Contract['agents']['create']>
export type SubmitRequest = Input<Contract['agents']['submit']>
export type ForkRequest = Input<Contract['agents']['fork']>
export type SearchRequest = Input<Contract['log']['search']>
