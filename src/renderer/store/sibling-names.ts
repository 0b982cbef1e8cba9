/** Stands for the words that a name has in common with others. */
const COMMON = '… '
/** Fewest words of its own that a shortened name shows. */
const OWN_WORDS = 3
/** Fewest words that are left out: a single one says more than the sign that replaces it. */
const LEFT_OUT_WORDS = 2

/**
 * Returns names that say how siblings differ: the words that a name begins with like another one become `…`, as long as
 * three words of its own follow. Different names stay different. `parent`: a name above them, which their own may
 * repeat; null: none.
 */
export function siblingNames(names: readonly string[], parent: string | null): readonly string[] {
  const shared = sharedWords(names, parent)
  const short = names.map((name) => shortened(name, shared.get(name) ?? 0))
  return withoutDoubles(names, short)
}

function shortened(name: string, shared: number): string {
  const words = wordsOf(name)
  // The beginning of another name has nothing of its own to show.
  if (shared >= words.length) return name
  const leftOut = Math.min(shared, words.length - OWN_WORDS)
  return leftOut < LEFT_OUT_WORDS ? name : COMMON + words.slice(leftOut).join(' ')
}

/** Returns how many words each name begins with like another name. */
function sharedWords(names: readonly string[], parent: string | null): ReadonlyMap<string, number> {
  const above = parent === null ? [] : [wordsOf(parent)]
  // Sorted by words, the names that have most in common are neighbours.
  const sorted = [...new Set(names)].map((name) => ({ name, words: wordsOf(name) })).toSorted(byWords)
  return new Map(
    sorted.map(({ name, words }, index) => {
      const near = [sorted[index - 1]?.words, sorted[index + 1]?.words, ...above.filter((each) => !isSame(each, words))]
      return [name, Math.max(0, ...near.map((other) => commonWords(words, other ?? [])))]
    }),
  )
}

/** Gives those their full names that would be called alike. A full name may be what another one was shortened to. */
function withoutDoubles(names: readonly string[], short: readonly string[]): readonly string[] {
  const full = new Map<string, Set<string>>()
  for (const [index, name] of names.entries()) {
    const shown = short[index] ?? name
    full.set(shown, (full.get(shown) ?? new Set()).add(name))
  }
  const isDouble = (shown: string): boolean => (full.get(shown)?.size ?? 0) > 1
  const next = names.map((name, index) => (isDouble(short[index] ?? name) ? name : (short[index] ?? name)))
  return next.some((name, index) => name !== short[index]) ? withoutDoubles(names, next) : next
}

function wordsOf(name: string): readonly string[] {
  return name.split(/\s+/).filter(Boolean)
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && commonWords(a, b) === a.length
}

function commonWords(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((word, index) => word !== b[index])
  return end === -1 ? a.length : end
}

type Words = { readonly words: readonly string[] }

function byWords({ words: a }: Words, { words: b }: Words): number {
  const at = commonWords(a, b)
  const [first, second] = [a[at], b[at]]
  if (first === undefined || second === undefined) return a.length - b.length
  return first < second ? -1 : 1
}
