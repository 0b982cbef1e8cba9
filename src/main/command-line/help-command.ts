import type { Command } from 'commander'

import { ERROR_CATEGORIES } from '../../shared/app-error.ts'
import type { HelpLibrary, HelpPageSummary } from '../../shared/help-library.ts'
import {
  HELP_GROUPS,
  type HelpGroup,
  helpTargetText,
  type HelpTarget,
  parseHelpTarget,
} from '../../shared/help-pages.ts'
import { errorHelp } from '../../shared/help-places.ts'
import type { HelpHit } from '../../shared/help-search.ts'
import { helpSections } from '../../shared/help-text.ts'
import { jsonText } from '../../shared/json-text.ts'
import { mapOk, ok, refuse, type Result } from '../../shared/result.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'

const GROUP_TITLES: Readonly<Record<HelpGroup, string>> = {
  start: 'Start',
  use: 'Use',
  reference: 'Reference',
  behaviour: 'How it works',
}

const MORE = `
TOPIC is a command (run), a page (window), a section (window#the-map), the word of an error (AUTH), or words to look for.
Without one, the pages are listed after the commands.`

/** Adds `ikigai help`, which needs no engine, in place of the parser's own. */
export function registerHelp(program: Command, { output, finish }: CommandContext, library: HelpLibrary): void {
  program.helpCommand(false)
  program
    .command('help')
    .description('show a page of the documentation, what it says about some words, or the options of a command')
    .argument('[topic...]', 'a page, a section, the word of an error, a command, or words')
    .option('--json', 'print it as JSON')
    .addHelpText('after', MORE)
    .action(async (topic: readonly string[], { json = false }: JsonFlag) => {
      const words = topic.join(' ')
      const command = program.commands.find((each) => each.name() === words)
      if (command !== undefined && !json) return command.outputHelp()
      if (words === '' && !json) program.outputHelp()
      const found = words === '' ? await listPages(library) : await findTopic(library, words)
      if (!found.ok) return finish(failed(found, output))
      output.out(json ? `${jsonText(found.value.facts)}\n` : found.value.text)
      finish(found.value.code)
    })
}

interface FoundHelp {
  readonly facts: unknown
  readonly text: string
  readonly code: ExitCode
}

async function listPages(library: HelpLibrary): Promise<Result<FoundHelp>> {
  return mapOk(await library.pages(), (pages) => {
    const text = `\nPages, shown by \`ikigai help PAGE\`:\n${HELP_GROUPS.map((group) => groupText(pages, group)).join('')}`
    return { facts: pages, text, code: EXIT.done }
  })
}

function groupText(pages: readonly HelpPageSummary[], group: HelpGroup): string {
  const width = Math.max(...pages.map(({ page }) => page.length))
  const lines = pages
    .filter((each) => each.group === group)
    .map(({ page, title }) => `    ${page.padEnd(width)}  ${title}\n`)
  return `  ${GROUP_TITLES[group]}\n${lines.join('')}`
}

async function findTopic(library: HelpLibrary, words: string): Promise<Result<FoundHelp>> {
  const named = targetOf(words)
  if (named !== null) return showTarget(library, named)
  const hits = await library.search(words)
  if (!hits.ok) return hits
  const [only] = hits.value
  if (only !== undefined && hits.value.length === 1) return showTarget(library, only)
  if (only === undefined) return refuse(`The help says nothing about '${words}'. \`ikigai help\` lists the pages.`)
  return ok({ facts: hits.value, text: hits.value.map(hitText).join(''), code: EXIT.done })
}

function targetOf(words: string): HelpTarget | null {
  const category = ERROR_CATEGORIES.find((each) => each === words.toUpperCase())
  return category === undefined ? parseHelpTarget(words) : errorHelp(category)
}

function hitText(hit: HelpHit): string {
  const title = hit.anchor === null ? hit.pageTitle : `${hit.pageTitle} › ${hit.title}`
  const excerpt = hit.excerpt === '' ? '' : `  ${hit.excerpt}\n`
  return `${title}\n${excerpt}  ikigai help ${helpTargetText(hit)}\n\n`
}

/** Shows a page, or one of its sections with those below it. */
async function showTarget(library: HelpLibrary, target: HelpTarget): Promise<Result<FoundHelp>> {
  const page = await library.page(target.page)
  if (!page.ok) return page
  const sections = helpSections(page.value)
  const start = sections.findIndex(({ anchor }) => anchor === target.anchor)
  const from = target.anchor === null ? 0 : start
  if (from === -1) {
    return refuse(
      `The page ${target.page} has no section ${target.anchor ?? ''}. It has: ${sections.map(({ anchor }) => anchor).join(', ')}.`,
    )
  }
  const level = sections[from]?.level ?? 1
  const length = sections.slice(from + 1).findIndex((each) => each.level <= level)
  const shown = sections.slice(from, length === -1 || target.anchor === null ? undefined : from + 1 + length)
  const text = withoutPictures(shown.map(({ source }) => source).join('\n\n'))
  return ok({ facts: { ...target, text }, text: `${text}\n`, code: EXIT.done })
}

/** A terminal shows no pictures. */
function withoutPictures(text: string): string {
  return text.replaceAll(/!\[([^\]]*)\]\(data:[^)]*\)/g, '[$1]')
}
