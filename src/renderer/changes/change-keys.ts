/** What a key does in the list of changes. */
export type ChangeKey =
  | 'next_file'
  | 'previous_file'
  | 'next_part'
  | 'previous_part'
  | 'keep'
  | 'undo'
  | 'open'
  | 'send_failures'
  | 'comment'
  | 'reviewed'
  | 'layout'
  | 'wrap'

const KEYS: Readonly<Record<string, ChangeKey>> = {
  j: 'next_file',
  k: 'previous_file',
  n: 'next_part',
  p: 'previous_part',
  y: 'keep',
  u: 'undo',
  enter: 'open',
  f: 'send_failures',
  c: 'comment',
  r: 'reviewed',
  s: 'layout',
  w: 'wrap',
}

/** What goes on while the key is held down. */
const REPEATED: ReadonlySet<ChangeKey> = new Set(['next_file', 'previous_file', 'next_part', 'previous_part'])

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** The key is held down. */
  readonly repeat: boolean
}

/** Returns what a key does; null: nothing. `isTyping`: the focus is in a text field. */
export function changeKey({ key, ctrlKey, metaKey, altKey, repeat }: PressedKey, isTyping: boolean): ChangeKey | null {
  if (isTyping || ctrlKey || metaKey || altKey) return null
  const does = KEYS[key.toLowerCase()] ?? null
  return repeat && does !== null && !REPEATED.has(does) ? null : does
}

/** Returns the neighbour of an item; of none, the first or the last. Null: there is none. */
export function neighbourOf<T>(items: readonly T[], current: T | null, by: 1 | -1): T | null {
  const at = current === null ? -1 : items.indexOf(current)
  if (at === -1) return (by === 1 ? items[0] : items.at(-1)) ?? null
  return items[at + by] ?? null
}
