/** The properties of `T`, of which those that may be undefined are optional instead. */
type Defined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/*
 * The overload says what the result has: TypeScript cannot follow that `Object.fromEntries` keeps the type of each key.
 */

export function defined<const T extends object>(properties: T): Defined<T>
/**
 * Returns the properties that are not undefined. A property that is missing and one that is undefined are not the same to
 * SDKs, schemas and comparisons; with this function, one expression says what it is and when it is missing.
 */
export function defined(properties: object): object {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined))
}
