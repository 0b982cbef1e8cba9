import { z } from 'zod'

import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { defineTool } from './define-tool.ts'
import { protectedGlobs } from './protected-paths.ts'
import { outputName } from './output-collector.ts'
import { type RipgrepRun, searchUnmoved } from './ripgrep.ts'
import { agentPath, pathFacts, type ToolContext } from './tool-context.ts'

/** Longest line in the output; minified files have lines of megabytes. */
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
          ...pathFacts(resolved),
          access: 'read',
          run: ({ signal }) =>
            search(args, { root: resolved.path, cwd: resolved.folder, signal, name: outputName(site) }, context),
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
    ...(args.glob === undefined ? [] : onlyFiles(args.glob)),
    ...(args.literal === true ? ['--fixed-strings'] : []),
    ...(args.ignore_case === true ? ['--ignore-case'] : []),
    ...(args.context === undefined ? [] : [`--context=${args.context}`]),
    ...(args.files_only === true ? ['--files-with-matches'] : []),
    ...(args.include_ignored === true ? ['--no-ignore'] : []),
    `--regexp=${args.pattern}`,
  ]
}

/**
 * `--glob` would include files that .gitignore excludes; a file type of our own does not, but it cannot match folders.
 */
function onlyFiles(glob: string): readonly string[] {
  return /[/!]/.test(glob) ? [`--glob=${glob}`] : [`--type-add=wanted:${glob}`, '--type=wanted']
}

async function search(
  args: z.output<typeof schema>,
  run: Omit<RipgrepRun, 'args'>,
  context: ToolContext,
): Promise<ToolOutcome> {
  const isProtected = protectedGlobs(context.places)
  const leftOut = ['--iglob=!.git', ...isProtected.map((glob) => `--iglob=!${glob}`)]
  const result = await searchUnmoved({ args: [...options(args), ...leftOut, '--', run.root], ...run }, context)
  if (!result.ok) return { content: result.message, isError: true }
  const { text, fullOutput } = result.output
  const note = await protectedNote(args, run, context)
  return {
    content: [text === '' ? 'No matches.' : text.trimEnd(), ...note].join('\n'),
    isError: false,
    ...(fullOutput !== undefined && { fullOutput }),
  }
}

/** Most files named in the note. */
const MAX_NAMED = 5

/** Returns a note for the model on which files were not searched because each of them needs the user's approval. */
async function protectedNote(
  { include_ignored = false }: z.output<typeof schema>,
  run: Omit<RipgrepRun, 'args'>,
  context: ToolContext,
): Promise<readonly string[]> {
  const only = protectedGlobs(context.places).map((glob) => `--iglob=${glob}`)
  const ignored = include_ignored ? ['--no-ignore'] : []
  // A file that was itself the argument has been approved and searched.
  const args = ['--files', '--hidden', '--sort=path', ...ignored, ...only, '--iglob=!**/.git/**', '--', run.root]
  const keep = (paths: readonly string[]) => Promise.resolve(paths.filter((path) => path !== run.root))
  const listed = await searchUnmoved({ ...run, args, keep }, context)
  const paths = listed.ok ? listed.output.text.split('\n').filter((path) => path !== '') : []
  if (paths.length === 0) return []
  const others = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''
  return [`[Not searched, because a person is asked about each: ${paths.slice(0, MAX_NAMED).join(', ')}${others}]`]
}
