import { oc } from '@orpc/contract'

import type { TokenScope } from '../api-token.ts'

/**
 * The least scope of a token that may use an operation of the HTTP API, or `none`: it is not part of the API. A
 * `standard` operation may need the scope `full` for some inputs: those that a browser has to confirm with a code
 * (hosts/confirmation.ts).
 */
export type OperationAccess = TokenScope | 'none'

/** Begins the definition of an operation. Its access has no default, so that each one is decided. */
export function operation(access: OperationAccess) {
  return oc.$meta<{ readonly access: OperationAccess }>({ access })
}
