import type { Environment } from './environment/tool-environment.ts'
import { createEditor } from './open-in-editor.ts'
import { createTerminals } from './start-terminal.ts'

interface UserProgramOptions {
  readonly environment: Environment
  /** More variables that shells get. */
  readonly named: readonly string[]
  readonly workspace: string
  /** Whether there is a window that shows terminals. */
  readonly hasWindow: boolean
}

/** What the user works with: the editor and, where there is a window, terminals. */
export function userPrograms({ environment, named, workspace, hasWindow }: UserProgramOptions) {
  const openInEditor = createEditor(environment)
  return hasWindow ? { openInEditor, startTerminal: createTerminals(environment, named, workspace) } : { openInEditor }
}
