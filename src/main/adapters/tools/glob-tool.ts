import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { defineTool } from './define-tool.ts'
import { PatternThread } from './foreign-patterns/pattern-thread.ts'
import { outputName } from './output-collector.ts'
import { folderGlobs } from './protected-paths.ts'
import { type RipgrepRun, searchUnmoved } from './ripgrep.ts'
import { countFiles } from './search-count.ts'
import { agentPath, pathFacts, type ToolContext } from './tool-context.ts'
import { defined } from '../../../shared/defined.ts'

/** `matchingTimeoutMs`: time limit of the pattern for one part of the list. */
export function globTool(context: ToolContext, matchingTimeoutMs?: number): Tool {
  const patterns = new PatternThread(matchingTimeoutMs)
  return defineTool({
    name: 'glob',
    description:
      "Lists files whose path matches a pattern, sorted by path. '*.ts' matches at any depth, 'src/**/*.ts' from the folder on, '**/*' everything. A name with brackets or braces is found by itself. A name that begins with a dot only matches where the pattern has the dot. Files that .gitignore names, and .git itself, are left out. Links are not followed.",
    schema: z.strictObject({
      pattern: z.string().min(1).describe('The pattern: *, ?, **, [a-z] and {a,b}.'),
      path: z.string().min(1).optional().describe("Where to look; the agent's folder if not given."),
      include_ignored: z.boolean().optional().describe('List files too that .gitignore names.'),
    }),
    async prepare({ pattern, path = '.', include_ignored = false }, site) {
      const resolved = await agentPath(context, site.agentId, path)
      if (!resolved.ok) return resolved
      return {
        ok: true,
        call: {
          ...pathFacts(resolved),
          access: 'read',
          run: async ({ signal }) => {
            const wanted = relativePattern(pattern, resolved.path)
            if (wanted === null) return { content: absoluteMessage(pattern), isError: true }
            const keep = (paths: readonly string[]) => patterns.ask({ type: 'glob', pattern: wanted, paths })
            const { path: root, folder } = resolved
            const outputs = await folderGlobs([context.places.openFolder], { root, cwd: root })
            const args = [...outputs.map((glob) => `--glob=!${glob}`), ...(include_ignored ? ['--no-ignore'] : [])]
            const run = { args, root, folder, cwd: root, signal, name: outputName(site), keep }
            return list(run, { pattern: wanted, ask: patterns }, context)
          },
        },
      }
    },
  })
}

/** Makes an absolute pattern relative to the folder; null: it leads elsewhere. */
function relativePattern(pattern: string, root: string): string | null {
  if (!pattern.startsWith('/')) return pattern
  const above = root.endsWith('/') ? root : `${root}/`
  return pattern.startsWith(above) ? `./${pattern.slice(above.length)}` : null
}

function absoluteMessage(pattern: string): string {
  return `The pattern ${pattern} is absolute. Give the folder as path, and the pattern relative to it.`
}

const LISTED = ['--no-require-git', '--hidden', '--sort=path', '--glob=!.git']

interface Wanted {
  readonly pattern: string
  readonly ask: PatternThread
}

async function list(run: RipgrepRun, wanted: Wanted, context: ToolContext): Promise<ToolOutcome> {
  const found = await stat(run.root).catch(() => null)
  if (found?.isFile() === true) {
    return { content: `${run.root} is a file, not a folder. Leave path away, or give its folder.`, isError: true }
  }
  const result = await searchUnmoved({ ...run, args: ['--files', '--null', ...LISTED, ...run.args] }, context)
  if (!result.ok) return { content: result.message, isError: true }
  const { text, fullOutput } = result.output
  const notes = [
    ...(text.includes('\uFFFD') ? ['[Names with \uFFFD are not UTF-8. Only bash can use these files.]'] : []),
    ...(result.unread === null ? [] : [result.unread]),
  ]
  const listed = text === '' ? await nothingMatches(run, wanted, context) : `In ${run.cwd}:\n${text.trimEnd()}`
  return {
    content: [listed, ...notes].join('\n'),
    isError: false,
    ...defined({ fullOutput }),
  }
}

/** Says what else could have been meant, because an empty list reads as if there were nothing. */
async function nothingMatches(run: RipgrepRun, { pattern, ask }: Wanted, context: ToolContext): Promise<string> {
  const nothing = `No files match in ${run.cwd}.`
  const named = await stat(join(run.cwd, pattern)).catch(() => null)
  if (named?.isDirectory() === true) {
    return `${nothing} ${pattern} is a folder: '${pattern.replace(/\/+$/, '')}/**' lists what is in it.`
  }
  const keep = (paths: readonly string[]) => ask.ask({ type: 'glob', pattern, paths: paths.map(withoutDots) })
  const hidden = await countFiles({ ...run, keep, args: [...LISTED, ...run.args] }, context)
  if (hidden !== null && hidden > 0) {
    const which = hidden === 1 ? 'One file does whose path has' : `${hidden} files do whose paths have`
    return `${nothing} ${which} a name that begins with a dot: write the dot in the pattern, as in '.github/**', or give that folder as path.`
  }
  if (run.args.includes('--no-ignore')) return nothing
  const ignored = await countFiles({ ...run, args: ['--no-ignore', ...LISTED] }, context)
  if (ignored === null || ignored === 0) return nothing
  return `${nothing} .gitignore names ${ignored === 1 ? 'one that does' : `${ignored} that do`}: set include_ignored to list them.`
}

/** Returns a path as if no name in it began with a dot. */
function withoutDots(path: string): string {
  return path.replaceAll(/(^|\/)\.+/g, '$1')
}
