import type { Command } from 'commander'
import { gt } from 'semver'

import { jsonText } from '../../shared/json-text.ts'
import type { UpdateNews } from '../../shared/app-update.ts'
import type { Result } from '../../shared/result.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, failed } from './exit-code.ts'

interface UpdateFlags extends JsonFlag {
  readonly check?: boolean
  readonly news?: boolean
}

interface Published {
  readonly version: string
  /** The newest version that was published. */
  readonly newest: () => Promise<Result<string>>
  /** What is new in this version. */
  readonly news: () => Promise<UpdateNews>
}

/** Adds `ikigai update`, which needs no engine. */
export function registerUpdate(
  program: Command,
  { output, finish }: CommandContext,
  { version, newest, news }: Published,
): void {
  program
    .command('update')
    .description('say whether there is a newer version, and the command that installs it; installs nothing')
    .option('--check', 'ask the npm registry (config.json: update_registry, updates)')
    .option('--news', 'what is new in this version, in at most ten lines')
    .option('--json', 'print it as JSON')
    .action(async ({ check = false, news: showsNews = false, json = false }: UpdateFlags) => {
      if (showsNews) {
        const shown = await news()
        output.out(json ? `${jsonText(shown)}\n` : newsText(shown))
        return finish(EXIT.done)
      }
      if (!check) {
        output.error(
          'ikigai installs nothing by itself. `ikigai update --check` asks the npm registry for a newer version.\n',
        )
        return finish(EXIT.usage)
      }
      const found = await newest()
      if (!found.ok) return finish(failed(found, output, EXIT.turnFailed))
      const isNewer = gt(found.value, version)
      const command = isNewer ? `npm install -g ikigai@${found.value}` : null
      if (json) output.out(`${jsonText({ version, newest: found.value, command })}\n`)
      else if (command === null) output.out(`ikigai ${version} is the newest version.\n`)
      else output.out(`ikigai ${found.value} is newer than this one, ${version}. Run: ${command}\n`)
      finish(EXIT.done)
    })
}

function newsText({ version, lines }: UpdateNews): string {
  if (lines.length === 0) return `Nothing is noted about ikigai ${version}.\n`
  return [`What is new in ikigai ${version}:`, ...lines.map((line) => `- ${line}`), ''].join('\n')
}
