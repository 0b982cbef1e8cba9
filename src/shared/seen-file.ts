/** A file whose content a tool result shows, or that its call wrote. */
export interface SeenFile {
  /** Absolute, with symlinks resolved. */
  readonly path: string
  /** SHA-256 of the file's bytes, in hex. */
  readonly sha256: string
}
