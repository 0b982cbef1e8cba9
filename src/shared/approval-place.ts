import type { PendingApproval } from './approval.ts'
import type { WideFolder } from './tool-access.ts'

const WIDE_FOLDERS: Readonly<Record<WideFolder, string>> = {
  home: 'The agent’s folder is a whole home directory.',
  root: 'The agent’s folder is the root of the file system.',
  untrusted: 'The agent’s folder is not trusted.',
}

/** Returns what is notable about the location of a call, one sentence each. */
export function placeSentences({ access, isInFolder, protectedAs, wideFolder }: PendingApproval): readonly string[] {
  const isFile = access === 'read' || access === 'write'
  return [
    ...(isFile && !isInFolder ? ['It is outside the agent’s folder.'] : []),
    ...(protectedAs === undefined ? [] : [isFile ? `It is ${protectedAs}.` : `It names ${protectedAs}.`]),
    ...(wideFolder === undefined ? [] : [WIDE_FOLDERS[wideFolder]]),
  ]
}
