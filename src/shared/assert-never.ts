/** Ends a switch over a union: the compiler refuses a member that was forgotten, the runtime says which value came. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
