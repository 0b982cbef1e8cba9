import { rmSync } from 'node:fs'

/** What a test has opened: closed by `remove`, `close` or `end`, the first that there is. A text is a folder's path. */
export type Opened =
  | string
  | { readonly remove: () => unknown }
  | { readonly close: () => unknown }
  | { readonly end: () => unknown }

/**
 * Closes all that a test has opened, one after the other, whatever one of them throws; the first exception is thrown at
 * the end. Undefined and null are what was not opened, as after a failed set-up.
 */
export async function closeAll(...things: readonly (Opened | null | undefined)[]): Promise<void> {
  const errors: unknown[] = []
  for (const thing of things) {
    try {
      await close(thing)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

async function close(thing: Opened | null | undefined): Promise<void> {
  if (thing === undefined || thing === null) return
  if (typeof thing === 'string') rmSync(thing, { recursive: true, force: true, maxRetries: 5 })
  else if ('remove' in thing) await thing.remove()
  else if ('close' in thing) await thing.close()
  else await thing.end()
}
