import { HOST_GROUPS } from '../../src/shared/contract.ts'
import { mapOperations } from '../../src/shared/contract/map-operations.ts'

const OF_HOST: readonly string[] = HOST_GROUPS

/** Returns the names of all operations of the engine, such as `agents.submit`. */
export function operationNames(): readonly string[] {
  const names = mapOperations(({ group, name }) => `${group}.${name}`)
  return Object.entries(names).flatMap(([group, operations]) =>
    OF_HOST.includes(group) ? [] : Object.values(operations),
  )
}
