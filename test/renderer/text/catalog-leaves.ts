import type { Catalog } from '../../../src/renderer/text/pseudo.ts'

type Leaf = string | ((holes: never) => string)

/** Values for the holes of a text, by what is named: a number for plural and singular, else a recognisable word. */
export const SAMPLES = [7, 1] as const

/** All texts of a catalogue, by their path, such as `start.key.title`. */
export function leaves(catalog: Catalog, path = ''): ReadonlyMap<string, Leaf> {
  const entries = Object.entries(catalog).flatMap(([key, value]): (readonly [string, Leaf])[] =>
    typeof value === 'object' ? [...leaves(value, `${path}${key}.`)] : [[`${path}${key}`, value]],
  )
  return new Map(entries)
}

/**
 * A text as it is shown, and the names of its values. Every value is `count` or behaves like it: a number that is written
 * as it is. A value that a text reads must therefore be a string or a number.
 */
export function shownText(
  leaf: Leaf | undefined,
  count: number,
): { readonly text: string; readonly holes: readonly string[] } {
  if (leaf === undefined) return { text: '', holes: [] }
  if (typeof leaf === 'string') return { text: leaf, holes: [] }
  const used = new Set<string>()
  const holes = new Proxy(
    {},
    {
      get: (_, name) => {
        used.add(String(name))
        return count
      },
      ownKeys: () => [],
    },
  )
  return { text: Reflect.apply(leaf, undefined, [holes]), holes: [...used].toSorted() }
}
