import { implement, isProcedure, type Router } from '@orpc/server'

import type { Contract } from '../../../src/shared/contract.ts'
import { everyOperation, mapOperations, type OperationTable } from '../../../src/shared/contract/map-operations.ts'
import { refuse } from '../../../src/shared/result.ts'

/** The preview knows nothing of who calls. */
type NoContext = Record<never, never>

/** The operations that the preview has, by group. */
type PreviewOperations = {
  readonly [Group in keyof Contract]?: Partial<Router<Contract[Group], NoContext>>
}

/** Returns a router of the whole contract: what the preview does not have refuses by its name, or ends at once if it is a feed. */
export function previewRouter(operations: PreviewOperations): Router<Contract, NoContext> {
  const given: Partial<OperationTable<unknown>> = operations
  const router = mapOperations(({ group, name, procedure, isFeed }) => {
    const os = implement(procedure)
    const missing = isFeed
      ? os.handler(async function* () {})
      : os.handler(() => refuse(`The preview has no ${group}.${name}.`))
    return given[group]?.[name] ?? missing
  })
  if (!isWhole(router)) throw new Error('An operation of the preview is no procedure')
  return router
}

function isWhole(router: OperationTable<unknown>): router is OperationTable<unknown> & Router<Contract, NoContext> {
  return everyOperation(({ group, name }) => isProcedure(router[group]?.[name]))
}
