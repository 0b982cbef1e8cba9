import type { Command } from 'commander'

import { jsonText } from '../../shared/json-text.ts'
import type { Result } from '../../shared/result.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, failed } from './exit-code.ts'

interface UpdateFlags extends JsonFlag {
  readonly check?: boolean
}

/** Adds `ikigai update`, which needs no engine. `newest`: the newest version that was published. */
export function registerUpdate(
  program: Command,
  { output, finish }: CommandContext,
  { version, newest }: { readonly version: string; readonly newest: () => Promise<Result<string>> },
): void {
  program
    .command('update')
    .description('say whether there is a newer version, and the command that installs it; installs nothing')
    .option('--check', 'ask the npm registry (config.json: update_registry)')
    .option('--json', 'print it as JSON')
    .action(async ({ check = false, json = false }: UpdateFlags) => {
      if (!check) {
        output.error(
          'ikigai installs nothing by itself. `ikigai update --check` asks the npm registry for a newer version.\n',
        )
        return finish(EXIT.usage)
      }
      const found = await newest()
      if (!found.ok) return finish(failed(found, output, EXIT.turnFailed))
      const isNewer = isNewerVersion(found.value, version)
      const command = isNewer ? `npm install -g ikigai@${found.value}` : null
      if (json) output.out(`${jsonText({ version, newest: found.value, command })}\n`)
      else if (command === null) output.out(`ikigai ${version} is the newest version.\n`)
      else output.out(`ikigai ${found.value} is newer than this one, ${version}. Run: ${command}\n`)
      finish(EXIT.done)
    })
}

/** Whether a version such as `1.2.3` is newer than another one. Both have three numbers. */
export function isNewerVersion(version: string, than: string): boolean {
  const [given, other] = [version, than].map((text) => text.split('.').map(Number))
  for (const [place, number] of (given ?? []).entries()) {
    const least = other?.[place] ?? 0
    if (number !== least) return number > least
  }
  return false
}
