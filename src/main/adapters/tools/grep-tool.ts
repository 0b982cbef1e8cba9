import { z } from 'zod'

import type { Tool, ToolOutcome } from '../../core/ports.ts'
import { defineTool } from './define-tool.ts'
import { ripgrepProblem, runRipgrep } from './ripgrep.ts'
import { agentPath, type ToolContext } from './tool-context.ts'

/** Of one line; a minified file has lines of megabytes. */
const MAX_COLUMNS = 500

const schema = z.strictObject({
  pattern: z.string().min(1).describe('A regular expression (the syntax of ripgrep), or a plain text with literal.'),
  path: z.string().min(1).optional().describe("A file or a folder; the agent's folder if not given."),
  glob: z.string().min(1).optional().describe("Only files whose path matches, as '*.ts' or '!*.test.ts'."),
  literal: z.boolean().optional().describe('The pattern is plain text.'),
  ignore_case: z.boolean().optional(),
  context: z.number().int().min(0).max(20).optional().describe('Lines to show before and after each match.'),
  files_only: z.boolean().optional().describe('Only the names of the files that match.'),
  include_ignored: z.boolean().optional().describe('Search files too that .gitignore names.'),
})

export function grepTool(context: ToolContext): Tool {
  return defineTool({
    name: 'grep',
    description:
      "Searches the text of files, line by line: 'path:line:text', sorted by path. Files that .gitignore names and binary files are left out. Links are not followed.",
    schema,
    async prepare(args, site) {
      const resolved = await agentPath(context, site, args.path ?? '.')
      if (!resolved.ok) return resolved
      return {
        ok: true,
        call: {
          subject: resolved.path,
          access: 'read',
          paths: [resolved.path],
          isInFolder: resolved.isInFolder,
          run: ({ signal }) =>
            search(
              [...options(args), '--', resolved.path],
              { cwd: resolved.folder, signal, name: site.callId },
              context,
            ),
        },
      }
    },
  })
}

function options(args: z.output<typeof schema>): readonly string[] {
  return [
    '--hidden',
    '--sort=path',
    '--line-number',
    '--with-filename',
    '--no-heading',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    '--glob=!.git',
    ...(args.glob === undefined ? [] : onlyFiles(args.glob)),
    ...(args.literal === true ? ['--fixed-strings'] : []),
    ...(args.ignore_case === true ? ['--ignore-case'] : []),
    ...(args.context === undefined ? [] : [`--context=${args.context}`]),
    ...(args.files_only === true ? ['--files-with-matches'] : []),
    ...(args.include_ignored === true ? ['--no-ignore'] : []),
    `--regexp=${args.pattern}`,
  ]
}

/** `--glob` would bring back the files that .gitignore names; a file type of our own does not. It knows no folders. */
function onlyFiles(glob: string): readonly string[] {
  return /[/!]/.test(glob) ? [`--glob=${glob}`] : [`--type-add=wanted:${glob}`, '--type=wanted']
}

async function search(
  args: readonly string[],
  run: { readonly cwd: string; readonly signal: AbortSignal; readonly name: string },
  context: ToolContext,
): Promise<ToolOutcome> {
  const result = await runRipgrep({ args, ...run }, context)
  const problem = ripgrepProblem(result)
  if (problem !== null) return { content: problem, isError: true }
  const { text, fullOutput } = result.output
  return {
    content: text === '' ? 'No matches.' : text.trimEnd(),
    isError: false,
    ...(fullOutput !== undefined && { fullOutput }),
  }
}
