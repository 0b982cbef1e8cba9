/** Ends a switch over a union. A missing member is a compile error; at run time the thrown error contains the value. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
