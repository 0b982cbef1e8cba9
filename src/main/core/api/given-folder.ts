import { ok, type Result } from '../../../shared/result.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'

/**
 * Returns a function that resolves the folder of a request; null: the folder in which new agents work. That one is
 * created when an agent first works there, and until then nothing in it is found.
 */
export function givenFolder({
  resolveFolder,
  workspace,
}: EngineWiring): (folder: string | null) => Promise<Result<string>> {
  return async (folder) => (folder === null || folder === workspace ? ok(workspace) : resolveFolder(folder))
}
