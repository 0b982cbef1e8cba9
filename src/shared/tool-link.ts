/** A path that leads elsewhere than it says: it goes through a symbolic link. */
export interface ToolLink {
  /** As the model wrote it. */
  readonly given: string
  /** Absolute, symlinks resolved: where the tool really works. */
  readonly target: string
}

/** Where a path really leads: `lnk → ~/other`. `homeDirectory`: what is written as `~`; null: nothing is. */
export function linkWords({ given, target }: ToolLink, homeDirectory: string | null): string {
  const isInHome = homeDirectory !== null && (target === homeDirectory || target.startsWith(`${homeDirectory}/`))
  return `${given} → ${isInHome ? `~${target.slice(homeDirectory.length)}` : target}`
}
