import type { AgentId } from '../../shared/ids.ts'

/** What is said of changed files of repositories inside the folder, such as submodules; no lines if there are none. */
export function notAppliedLines(paths: readonly string[], agentId: AgentId | null): readonly string[] {
  if (paths.length === 0) return []
  const patch = `\`ikigai changes ${agentId?.slice(0, 8) ?? 'AGENT'} --patch\``
  return [
    ...paths.map((path) => `not applied: ${path} (in a repository inside the folder, such as a submodule)`),
    `${patch} prints these changes too, and \`git apply\` in the folder takes them over.`,
  ]
}
