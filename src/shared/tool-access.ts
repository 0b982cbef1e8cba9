/**
 * The effect of a call, on which the default policy depends. `context`: only the agent tree (the slash tool). `mail`:
 * writes to another agent. `fork`: starts a child whose model is of another provider, or clearly dearer.
 */
export type ToolAccess = 'read' | 'write' | 'execute' | 'network' | 'context' | 'mail' | 'fork'

/**
 * A working folder in which reading needs approval: it holds far more than one project (a home directory, the root of
 * the file system), or its project is not trusted (docs/behaviour/instructions.md#trust).
 */
export type WideFolder = 'home' | 'root' | 'untrusted'

/** The warning shown for such a folder. */
export const WIDE_FOLDER_TEXT: Readonly<Record<WideFolder, string>> = {
  home: 'Working in your home folder: reading needs approval, too.',
  root: 'Working in the root of the file system: reading needs approval, too.',
  untrusted: 'This folder is not trusted: its instruction files are not loaded, and reading needs approval, too.',
}
