/** Shortest text that is compared with the ids of agents. */
const MIN_ID_LENGTH = 4

/**
 * Returns how well an entry matches what was typed: 0 not at all, 1 if its text begins with it. Every word must occur
 * in the entry's text; an id matches only by its beginning, so that no letters match inside ids.
 */
export function paletteMatch(id: string, typed: string, texts: readonly string[] = []): number {
  const query = typed.trim().toLowerCase()
  if (query.length >= MIN_ID_LENGTH && id.toLowerCase().startsWith(query)) return 1
  const text = texts.join(' ').toLowerCase()
  if (text.startsWith(query)) return 1
  const words = query.split(/\s+/)
  if (!words.every((word) => text.includes(word))) return 0
  return words.every((word) => text.split(/\s+/).some((each) => each.startsWith(word))) ? 0.8 : 0.5
}
