import { z } from 'zod'

import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { defineTool } from './define-tool.ts'
import { PatternThread } from './foreign-patterns/pattern-thread.ts'
import { outputName } from './output-collector.ts'
import { type RipgrepRun, searchUnmoved } from './ripgrep.ts'
import { agentPath, pathFacts, type ToolContext } from './tool-context.ts'

/** `matchingTimeoutMs`: time limit of the pattern for one part of the list. */
export function globTool(context: ToolContext, matchingTimeoutMs?: number): Tool {
  const patterns = new PatternThread(matchingTimeoutMs)
  return defineTool({
    name: 'glob',
    description:
      "Lists files whose path matches a pattern, sorted by path. '*.ts' matches at any depth, 'src/**/*.ts' from the folder on, '**/*' everything. A name that begins with a dot only matches where the pattern has the dot. Files that .gitignore names, and .git itself, are left out. Links are not followed.",
    schema: z.strictObject({
      pattern: z.string().min(1).describe('The pattern: *, ?, **, [a-z] and {a,b}.'),
      path: z.string().min(1).optional().describe("Where to look; the agent's folder if not given."),
      include_ignored: z.boolean().optional().describe('List files too that .gitignore names.'),
    }),
    async prepare({ pattern, path = '.', include_ignored = false }, site) {
      const resolved = await agentPath(context, site, path)
      if (!resolved.ok) return resolved
      const args = ['--files', '--hidden', '--sort=path', '--glob=!.git', ...(include_ignored ? ['--no-ignore'] : [])]
      return {
        ok: true,
        call: {
          ...pathFacts(resolved),
          access: 'read',
          run: ({ signal }) => {
            const wanted = anyDepth(pattern)
            const keep = (paths: readonly string[]) => patterns.ask({ type: 'glob', pattern: wanted, paths })
            return list(
              { args, root: resolved.path, cwd: resolved.path, signal, name: outputName(site), keep },
              context,
            )
          },
        },
      }
    },
  })
}

/** A pattern without a slash matches names in any folder. */
function anyDepth(pattern: string): string {
  return pattern.includes('/') ? pattern.replace(/^\.?\//, '') : `**/${pattern}`
}

async function list(run: RipgrepRun, context: ToolContext): Promise<ToolOutcome> {
  const result = await searchUnmoved(run, context)
  if (!result.ok) return { content: result.message, isError: true }
  const { text, fullOutput } = result.output
  if (text === '') return { content: `No files match in ${run.cwd}.`, isError: false }
  return {
    content: `In ${run.cwd}:\n${text.trimEnd()}`,
    isError: false,
    ...(fullOutput !== undefined && { fullOutput }),
  }
}
