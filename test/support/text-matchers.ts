import { expect } from 'vitest'

/** vitest's matchers are typed `any`; inside an expected value they are unknown until they are compared. */
export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}

export function containing(part: string): unknown {
  return expect.stringContaining(part)
}
