/** A catalogue or a part of it: texts, and functions that put named values into a text. */
export interface Catalog {
  readonly [key: string]: string | ((holes: never) => string) | Catalog
}
