import { type RipgrepRun, searchUnmoved } from './ripgrep.ts'
import type { ToolContext } from './tool-context.ts'

/**
 * Returns how many files a list of ripgrep contains, so that "nothing found" can say what was looked at; null: it could
 * not be made. `args` without `--files`; `keep` selects, as in a search.
 */
export async function countFiles(run: RipgrepRun, context: ToolContext): Promise<number | null> {
  let count = 0
  const keep = async (paths: readonly string[]): Promise<readonly string[] | null> => {
    const kept = run.keep === undefined ? paths : await run.keep(paths)
    count += kept?.length ?? 0
    return kept === null ? null : []
  }
  const args = ['--files', '--null', ...run.args]
  const listed = await searchUnmoved({ ...run, args, keep }, context)
  return listed.ok ? count : null
}
