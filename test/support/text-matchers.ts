import { expect } from 'vitest'

/** Returns a matcher typed as unknown, because vitest's matchers are typed `any`. */
export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}

export function containing(part: string): unknown {
  return expect.stringContaining(part)
}
