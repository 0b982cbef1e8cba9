import { z } from 'zod'

import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { defineTool } from './define-tool.ts'
import { isInside } from '../is-inside.ts'
import { folderGlobs, protectedGlobs } from './protected-paths.ts'
import { outputName } from './output-collector.ts'
import { type RipgrepRun, searchUnmoved } from './ripgrep.ts'
import { countFiles } from './search-count.ts'
import { type AgentPath, agentPath, pathFacts, type ToolContext } from './tool-context.ts'
import { defined } from '../../../shared/defined.ts'

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
      const resolved = await agentPath(context, site.agentId, args.path ?? '.')
      if (!resolved.ok) return resolved
      return {
        ok: true,
        call: {
          ...pathFacts(resolved),
          access: 'read',
          run: ({ signal }) => search(args, { ...placeOf(resolved), signal, name: outputName(site) }, context),
        },
      }
    },
  })
}

type Arguments = z.output<typeof schema>
type Place = Omit<RipgrepRun, 'args'>

function placeOf({ path, folder }: AgentPath): Pick<RipgrepRun, 'root' | 'cwd' | 'folder'> {
  return { root: path, cwd: folder, folder }
}

/** Selects the files. */
function fileOptions(args: Arguments): readonly string[] {
  return [
    '--hidden',
    '--no-require-git',
    '--sort=path',
    ...(args.glob === undefined ? [] : onlyFiles(args.glob)),
    ...(args.include_ignored === true ? ['--no-ignore'] : []),
  ]
}

function options(args: Arguments): readonly string[] {
  return [
    ...fileOptions(args),
    '--line-number',
    '--with-filename',
    '--no-heading',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    ...(args.literal === true ? ['--fixed-strings'] : []),
    ...(args.ignore_case === true ? ['--ignore-case'] : []),
    ...(args.context === undefined ? [] : [`--context=${args.context}`]),
    ...(args.files_only === true ? ['--files-with-matches'] : []),
    `--regexp=${args.pattern}`,
  ]
}

/**
 * `--glob` would include files that .gitignore excludes; a file type of our own does not, but it cannot match folders.
 */
function onlyFiles(glob: string): readonly string[] {
  // A name may itself contain brackets or braces, as in `[id].tsx`: both readings count.
  const named = glob.replaceAll(/\\.|[[\]{}]/gsu, (found) => (found.startsWith('\\') ? found : `\\${found}`))
  const globs = [...new Set([glob, named])]
  if (/[/!]/.test(glob)) return globs.map((one) => `--glob=${one}`)
  return [...globs.map((one) => `--type-add=wanted:${one}`), '--type=wanted']
}

async function search(args: Arguments, run: Place, context: ToolContext): Promise<ToolOutcome> {
  const isProtected = [...(await protectedGlobs(context.places, run)), ...(await outputGlobs(run, context))]
  const leftOut = ['--iglob=!.git', ...isProtected.map((glob) => `--iglob=!${glob}`), '--', run.root]
  const result = await searchUnmoved({ ...run, args: [...options(args), ...leftOut] }, context)
  if (!result.ok) return { content: result.message, isError: true }
  const { text, fullOutput } = result.output
  const notes = [...(result.unread === null ? [] : [result.unread]), ...(await protectedNote(args, run, context))]
  const found = text === '' ? await nothingFound(args, leftOut, run, context) : text.trimEnd()
  return {
    content: [found, ...notes].join('\n'),
    isError: false,
    ...defined({ fullOutput }),
  }
}

/** Complete outputs are searched one by one, because those of other trees of agents lie beside them. */
function outputGlobs(run: Place, { places }: ToolContext): Promise<readonly string[]> {
  return isInside(places.openFolder, run.root) ? Promise.resolve([]) : folderGlobs([places.openFolder], run)
}

/** Says what was searched, because no match in no file is another answer than no match in a thousand. */
async function nothingFound(
  args: Arguments,
  leftOut: readonly string[],
  run: Place,
  context: ToolContext,
): Promise<string> {
  const count = (selected: Arguments) => countFiles({ ...run, args: [...fileOptions(selected), ...leftOut] }, context)
  const searched = await count(args)
  if (searched === null) return 'No matches.'
  const all = args.include_ignored === true ? searched : await count({ ...args, include_ignored: true })
  const ignored = all === null ? 0 : Math.max(0, all - searched)
  if (searched > 0) {
    const nothing = `No matches in ${fileCount(searched)}.`
    if (ignored === 0) return nothing
    return `${nothing} Not searched: ${fileCount(ignored)} that .gitignore names (include_ignored).`
  }
  if (ignored > 0) {
    return `Nothing was searched: .gitignore names ${ignored === 1 ? 'the only file' : `all ${ignored} files`} there. Set include_ignored to search them.`
  }
  return args.glob === undefined
    ? `Nothing was searched: there are no files in ${run.root}.`
    : `Nothing was searched: no file in ${run.root} matches the glob ${args.glob}.`
}

const fileCount = (files: number): string => (files === 1 ? '1 file' : `${files} files`)

/** Most files named in the note. */
const MAX_NAMED = 5

/** Returns a note for the model on which files were not searched because each of them needs the user's approval. */
async function protectedNote(
  { include_ignored = false }: Arguments,
  run: Place,
  context: ToolContext,
): Promise<readonly string[]> {
  const only = (await protectedGlobs(context.places, run)).map((glob) => `--iglob=${glob}`)
  const outputs = (await outputGlobs(run, context)).map((glob) => `--iglob=!${glob}`)
  const ignored = include_ignored ? ['--no-ignore'] : []
  // A file that was itself the argument has been approved and searched.
  const hidden = ['--files', '--null', '--hidden', '--no-require-git', '--sort=path']
  const args = [...hidden, ...ignored, ...only, '--iglob=!**/.git/**', ...outputs, '--', run.root]
  const keep = (paths: readonly string[]) => Promise.resolve(paths.filter((path) => path !== run.root))
  const listed = await searchUnmoved({ ...run, args, keep }, context)
  if (!listed.ok) return ['[Files that need approval were not searched. Which ones could not be listed.]']
  const paths = listed.output.text.split('\n').filter((path) => path !== '')
  if (paths.length === 0) return []
  const others = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''
  return [`[Not searched, because the user is asked about each: ${paths.slice(0, MAX_NAMED).join(', ')}${others}]`]
}
