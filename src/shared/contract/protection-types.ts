import type { TokenScope } from '../api-token.ts'
import type { Contract } from '../contract.ts'
import type { OperationInput } from '../engine-api.ts'
import type { ProtectedOperation } from './protected-operations.ts'

/**
 * The least scope of a token that may use an operation of the HTTP API, or `none`: it is not part of the API. A
 * `standard` operation may need the scope `full` for some inputs: those that a browser has to confirm with a code.
 */
export type OperationAccess = TokenScope | 'none'

/**
 * What the user confirms outside the reach of the client before the operation is carried out; a function: it depends on
 * the input, and null needs no confirmation. `itself`: the operation asks, because it depends on more than its input.
 */
type Confirmed<Request> = ProtectedOperation | ((input: Request) => ProtectedOperation | null) | 'itself' | null

/** The names of the fields of an input that name agents. */
type AgentField<Request> = Extract<keyof Request, 'agentId' | 'raceId' | 'rerunId' | 'evaluationId' | 'into' | 'writer'>

/**
 * Whether it is an act of a user, after which the limits of a tree count anew. A field: in the tree of the agent that it
 * names. `itself`: what carries it out counts it, because only a part of what can be given is one, or because it begins a
 * turn. Null: it is none, because it only looks, arranges the tree, changes settings or ends work.
 */
type Act<Request> = AgentField<Request> | 'itself' | null

/** What an operation does for an agent of another home, and whether it is an act of a user. */
type OperationRule<Request> =
  /**
   * `shown`: it shows the log, or what is known of the tree. `ended`: it ends work. `arranged`: it arranges the tree, which
   * all homes share. `decided`: it decides for itself what is left to the agent's home.
   */
  | { readonly elsewhere: 'shown' | 'ended' | 'arranged' | 'decided'; readonly act: Act<Request> }
  /** It is refused for an agent of another home, which these fields name. */
  | { readonly elsewhere: 'refused'; readonly agents: readonly AgentField<Request>[]; readonly act: Act<Request> }
  | ApartRule<Request>

/** It is about this home, or about content without an agent. An operation whose input names an agent cannot be. */
type ApartRule<Request> = Request extends { readonly agentId: unknown } | { readonly agentIds: unknown }
  ? never
  : { readonly elsewhere: 'apart'; readonly act: Act<Request> }

/** Who may use an operation, what the user confirms for it, and at which home of an agent it is carried out. */
type Protection<Request> = readonly [
  access: OperationAccess,
  confirmed: Confirmed<Request>,
  rule: OperationRule<Request>,
]

/** A row for each operation of the contract. */
export type Protections = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Protection<OperationInput<Contract[Group][Name]>>
  }
}

/** The protection of any operation. */
export interface AnyProtection {
  readonly access: OperationAccess
  readonly confirmed: AnyConfirmed
  readonly rule: AnyRule
}

/** The rule of any operation. */
export interface AnyRule {
  readonly elsewhere: 'shown' | 'ended' | 'arranged' | 'decided' | 'refused' | 'apart'
  readonly agents?: readonly string[]
  readonly act: string | null
}

/** A method, so that it stands for each function of the table, which takes the input of its own operation. */
interface ByInput {
  confirmed(input: unknown): ProtectedOperation | null
}
export type AnyConfirmed = ProtectedOperation | ByInput['confirmed'] | 'itself' | null
