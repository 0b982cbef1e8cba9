/**
 * What a call does to the world; the default policy goes by it. `context`: only the agent tree (the slash tool). `mail`:
 * it writes to another agent.
 */
export type ToolAccess = 'read' | 'write' | 'execute' | 'network' | 'context' | 'mail'

/** A folder to work in that holds far more than one project: a home directory, or the root of the file system. */
export type WideFolder = 'home' | 'root'

/** What a person is told who works in one. */
export const WIDE_FOLDER_WORDS: Readonly<Record<WideFolder, string>> = {
  home: 'Working in your home folder: reading asks, too.',
  root: 'Working in the root of the file system: reading asks, too.',
}
