import { contract } from '../../src/shared/contract.ts'

/** Groups that belong to the host, not to the engine. */
const OF_HOST: readonly string[] = ['confirmation', 'sessions']

/** Returns the names of all operations of the engine, such as `agents.submit`. */
export function operationNames(): readonly string[] {
  return Object.entries(contract).flatMap(([group, operations]) =>
    OF_HOST.includes(group) ? [] : Object.keys(operations).map((name) => `${group}.${name}`),
  )
}
