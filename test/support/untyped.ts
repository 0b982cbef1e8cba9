/**
 * Gives a value a type that the compiler cannot see: JSON that the test or the simulator has written, data that was
 * chosen at run time for a kind of a union, and what a type rules out and still arrives, such as rows of another
 * version. Tests have no other cast.
 */
export function untyped<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place, for the reasons above
  return value as T
}
