import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Runs a full collection: what is left after it is held. */
export function collectGarbage(): void {
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
}
