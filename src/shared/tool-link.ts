/** A path that goes through a symbolic link. */
export interface ToolLink {
  /** As the model wrote it. */
  readonly given: string
  /** The path that the tool uses: absolute, symlinks resolved. */
  readonly target: string
}

/** Returns the link and its target: `lnk → ~/other`. `homeDirectory` is abbreviated as `~`; null: nothing is. */
export function linkText({ given, target }: ToolLink, homeDirectory: string | null): string {
  const isInHome = homeDirectory !== null && (target === homeDirectory || target.startsWith(`${homeDirectory}/`))
  return `${given} → ${isInHome ? `~${target.slice(homeDirectory.length)}` : target}`
}
