/** A file whose content a tool result shows, or that its call wrote. */
export interface SeenFile {
  /** Absolute, with symlinks resolved. */
  readonly path: string
  /** SHA-256 of the file's bytes, in hex. */
  readonly sha256: string
  /** The lines that the result shows. Missing: all. */
  readonly lines?: SeenLines
}

/** Some of the lines of a file, counted from 1. */
export interface SeenLines {
  readonly first: number
  /** Smaller than `first`: none. */
  readonly last: number
  /** How many lines the file has. */
  readonly of: number
}
