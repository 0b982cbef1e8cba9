import { isProcedure, type Router } from '@orpc/server'

import type { Contract, HostGroup } from '../../shared/contract.ts'
import { everyOperation, mapOperations, type OperationTable } from '../../shared/contract/map-operations.ts'
import type { OperationInput } from '../../shared/engine-api.ts'
import type { Engine } from '../core/engine.ts'
import type { Logger } from '../core/ports/system-ports.ts'
import { type ClientAccess, endSessions } from './client-access.ts'
import { bugReporter, callHandler, feedHandler, implementOperation, type OperationBody } from './operation-handlers.ts'

export type ContractRouter = Router<Contract, ClientAccess>

/**
 * Connects every operation of the contract to the engine's function of the same name, for any transport, as the table of
 * protections says. Inputs are validated against the contract before that. An exception is a bug: it is logged once with
 * its stack, and the client gets an internal error without it. Throws if an operation has no function or no protection.
 */
export function createContractRouter(engine: Engine, logger: Logger): ContractRouter {
  const report = bugReporter(logger)
  const router = mapOperations(({ group, name, procedure, isFeed }) => {
    const operation = `${group}.${name}`
    const implementing = implementOperation(procedure, report, engine.flight)
    const body = hostBody(group, name) ?? engineBody(engine, group, name)
    return isFeed
      ? implementing.handler(feedHandler(operation, body, report, engine.flight))
      : implementing.handler(callHandler(operation, body))
  })
  if (!isWhole(router)) throw new Error('The contract has an operation that is not served')
  return router
}

/** What the host does itself, of the contract's groups that the engine does not have. */
const HOST_BODIES: HostBodies = {
  confirmation: {
    give: ({ code }, { confirmation }) => confirmation.give(code),
    codes: (_input, { confirmation }, signal) => confirmation.codes(signal),
  },
  sessions: {
    list: (_input, { sessions }) => sessions.list(),
    end: ({ id }, access) => endSessions(access, id),
  },
}

type HostBodies = {
  readonly [Group in HostGroup]: {
    readonly [Name in keyof Contract[Group]]: HostBody<OperationInput<Contract[Group][Name]>>['body']
  }
}

/** A method, so that one function stands for those of all operations: each is called with its own input only. */
interface HostBody<Input> {
  body(input: Input, access: ClientAccess, signal: AbortSignal | undefined): unknown
}

const OF_HOST: Partial<OperationTable<HostBody<unknown>['body']>> = HOST_BODIES

function hostBody(group: string, name: string): OperationBody | undefined {
  const body = OF_HOST[group]?.[name]
  return body === undefined ? undefined : (input, signal, access) => body(input, access, signal)
}

function engineBody(engine: Engine, group: string, name: string): OperationBody {
  const operations: unknown = Reflect.get(engine, group)
  const body: unknown = isObject(operations) ? Reflect.get(operations, name) : undefined
  if (typeof body !== 'function') throw new Error(`The engine has no ${group}.${name}`)
  return (input, signal): unknown => Reflect.apply(body, undefined, [input, signal])
}

/** Whether each operation of the contract has a procedure. */
function isWhole(router: OperationTable<unknown>): router is OperationTable<unknown> & ContractRouter {
  return everyOperation(({ group, name }) => isProcedure(router[group]?.[name]))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
