/**
 * The effect of a call, on which the default policy depends. `context`: only the agent tree (the slash tool). `mail`:
 * writes to another agent.
 */
export type ToolAccess = 'read' | 'write' | 'execute' | 'network' | 'context' | 'mail'

/** A working folder that holds far more than one project: a home directory, or the root of the file system. */
export type WideFolder = 'home' | 'root'

/** The warning shown for such a folder. */
export const WIDE_FOLDER_TEXT: Readonly<Record<WideFolder, string>> = {
  home: 'Working in your home folder: reading asks, too.',
  root: 'Working in the root of the file system: reading asks, too.',
}
